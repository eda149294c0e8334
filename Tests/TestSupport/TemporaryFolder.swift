internal import Glibc

/// A folder of its own for one test.
public struct TemporaryFolder: Sendable {
    /// Its absolute path, without a slash at the end.
    public let path: String

    /// The path of something in it.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in it, with that mode, and gives its path.
    @discardableResult
    public func write(_ name: String, _ text: String, mode: UInt32 = 0o644) throws -> String {
        try write(name, Array(text.utf8), mode: mode)
    }

    /// Writes a file in it, with that mode, and gives its path.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws -> String {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemFault("open \(path(name))") }
        defer { close(descriptor) }
        // The mode that was asked for, whatever the umask of whoever runs the tests.
        guard fchmod(descriptor, mode) == 0 else { throw SystemFault("fchmod \(path(name))") }
        guard bytes.isEmpty || Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw SystemFault("write \(path(name))")
        }
        return path(name)
    }

    /// The content of a file in it; nil when there is none.
    public func read(_ name: String) -> [UInt8]? {
        readFile(path(name))
    }
}

/// A system call that failed, with the system's words.
public struct SystemFault: Error, CustomStringConvertible {
    /// The call and the reason.
    public let description: String

    init(_ call: String) {
        description = "\(call): \(String(cString: strerror(errno)))"
    }
}

/// Runs a test with a folder that is removed afterwards, with all that is in it.
public func withTemporaryFolder<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (TemporaryFolder) async throws -> Result
) async throws -> Result {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/bulletin-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemFault("mkdtemp in \(parent)") }
    let folder = TemporaryFolder(path: String(cString: made))
    defer { removeTree(folder.path) }
    return try await body(folder)
}

/// The bytes of a file; nil when it cannot be read.
public func readFile(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return count == 0 ? bytes : nil }
        bytes += buffer[..<count]
    }
}

private func removeTree(_ path: String) {
    if let folder = opendir(path) {
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { removeEntry("\(path)/\(name)") }
        }
        closedir(folder)
    }
    rmdir(path)
}

private func removeEntry(_ path: String) {
    var facts = stat()
    // A link is removed, not what it leads to.
    if lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
        removeTree(path)
    } else {
        unlink(path)
    }
}
