import Glibc

/// Texts that tests compare with what was recorded before, as files in a folder beside the test.
///
/// With `BULLETIN_RECORD_SNAPSHOTS=1` in the environment the files are written anew; the tests fail all the same, so
/// that a forgotten variable cannot make them pass.
public struct Snapshots {
    private let folder: String

    /// Snapshots in the folder `Snapshots` beside the file of the test.
    public init(beside file: String = #filePath) {
        folder = (file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ".") + "/Snapshots"
    }

    /// Nil when the text is the recorded one; otherwise what differs, and how to record it.
    public func difference(_ name: String, _ text: String) -> String? {
        let path = "\(folder)/\(name)"
        if getenv("BULLETIN_RECORD_SNAPSHOTS").map({ String(cString: $0) }) == "1" {
            return record(text, path)
        }
        guard let recorded = readFile(path) else {
            return "\(path) is missing; BULLETIN_RECORD_SNAPSHOTS=1 records it"
        }
        return Snapshots.firstDifference(String(decoding: recorded, as: UTF8.self), text).map { "\(path): \($0)" }
    }

    private func record(_ text: String, _ path: String) -> String {
        mkdir(folder, 0o755)
        let bytes = Array(text.utf8)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return "\(path) cannot be written" }
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count else { return "\(path) cannot be written" }
        return "\(path) was recorded; run again without BULLETIN_RECORD_SNAPSHOTS"
    }

    private static func firstDifference(_ recorded: String, _ text: String) -> String? {
        guard recorded != text else { return nil }
        let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(old, new).prefix { $0 == $1 }.count
        return """
            line \(line + 1) differs
            recorded: \(line < old.count ? String(old[line]) : "(end)")
            now:      \(line < new.count ? String(new[line]) : "(end)")
            """
    }
}
