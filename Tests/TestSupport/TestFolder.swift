import Glibc

/// A folder of its own for one test, removed with everything in it when the value goes.
public final class TestFolder: Sendable {
    /// Its absolute path.
    public let path: String

    /// Makes a folder in the system's temporary one.
    public init(_ name: String) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/bulletin-\(name)-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        path = made.map { String(cString: $0) } ?? ""
    }

    deinit {
        if !path.isEmpty { TestFolder.remove(path) }
    }

    /// The names in the folder, in order.
    public var names: [String] { TestFolder.names(path) }

    private static func names(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        for name in names(path) { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }
}
