internal import News
internal import Settings

/// The feeds that a command line names, in its order, then those of `--files-from`. A dash stands for standard input.
func namedFeeds(_ settings: ResolvedSettings) throws(Failure) -> [Feed] {
    var names = settings.command.operands.map(\.text)
    if let list = settings.text(.filesFrom) {
        let bytes: [UInt8]
        do {
            bytes = try contents(of: path(list), limit: largestList)
        } catch {
            throw Failure(.badInput, "\(list): \(error.reason)")
        }
        names += String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    } else if names.isEmpty {
        throw Failure(.missingOperand(command: .items, needed: CommandTable.items.operands.needed))
    }
    return names.map { Feed(location: isAddress($0) ? .address($0) : .file(path($0))) }
}

private let largestList = 64 << 20

private func isAddress(_ name: String) -> Bool {
    let scheme = name.prefix(8).lowercased()
    return scheme.hasPrefix("http://") || scheme.hasPrefix("https://")
}

private func path(_ name: String) -> String {
    name == "-" ? "/dev/stdin" : name
}
