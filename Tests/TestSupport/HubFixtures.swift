internal import Glibc

/// Files for the tests of what concerns the hub.
public enum HubFixtures {
    /// The bytes of a file; nil when it cannot be read.
    public static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The path of a file that lies beside the test that asks.
    public static func path(_ name: String, beside testFile: String) -> String {
        testFile.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/" + name
    }

    /// A file of the published hub cases, in the folder that `BULLETIN_SHARED` names or in `hub` inside it; nil when
    /// there is none, in which case the tests that want it are skipped.
    public static func sharedCases(_ name: String) -> [UInt8]? {
        guard let folder = getenv("BULLETIN_SHARED").map({ String(cString: $0) }) else { return nil }
        return bytes(of: "\(folder)/hub/\(name)") ?? bytes(of: "\(folder)/\(name)")
    }
}
