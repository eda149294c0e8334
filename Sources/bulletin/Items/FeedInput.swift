internal import Glibc
internal import News
internal import Settings

/// The feeds that a command line names, in its order, then those of `--files-from`.
func feedInputs(_ settings: ResolvedSettings) throws(Failure) -> [Feed] {
    var names = settings.command.operands.map(\.text)
    if let list = settings.text(.filesFrom) {
        let bytes: [UInt8]
        do {
            bytes = try contents(of: list, limit: largestList)
        } catch {
            throw Failure(.badInput, "\(list): \(error.reason)")
        }
        names += String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    } else if names.isEmpty {
        throw Failure(.missingOperand(command: .items, needed: CommandTable.items.operands.needed))
    }
    return names.map { name in
        let scheme = name.prefix(8).lowercased()
        let isAddress = scheme.hasPrefix("http://") || scheme.hasPrefix("https://")
        return Feed(location: isAddress ? .address(name) : .file(name))
    }
}

private let largestList = 64 << 20

/// Why a file has no content for us.
struct ContentFault: Error {
    let reason: String
}

/// All bytes of a file, or of standard input for `-`; no more than one byte above the limit is ever read.
func contents(of path: String, limit: Int) throws(ContentFault) -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemFault() }
    defer { if path != "-" { close(descriptor) } }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw systemFault() }
    guard facts.st_mode & S_IFMT != S_IFDIR else { throw ContentFault(reason: "is a folder") }
    return try contents(of: descriptor, expecting: Int(facts.st_size), limit: limit)
}

/// One read of the whole file where its size is known; pipes tell none.
private func contents(of descriptor: Int32, expecting size: Int, limit: Int) throws(ContentFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = max(65_536, min(size, limit) + 1)
    while true {
        var code: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let found = read(descriptor, buffer.baseAddress, buffer.count)
            code = found < 0 ? errno : 0
            count = max(0, found)
        }
        if code == EINTR { continue }
        if code != 0 { throw ContentFault(reason: String(cString: strerror(code))) }
        if piece.isEmpty { return bytes }
        bytes = bytes.isEmpty ? piece : bytes + piece
        guard bytes.count <= limit else {
            throw ContentFault(reason: "is larger than \(limit) bytes; --max-feed-size SIZE allows more")
        }
        room = max(65_536, bytes.count)
    }
}

private func systemFault() -> ContentFault {
    ContentFault(reason: String(cString: strerror(errno)))
}
