internal import Glibc

/// The rows of a tab-separated file below its header, each as a dictionary by column name; empty when there is no file.
public func tabSeparatedRows(at path: String) -> [[String: String]] {
    let lines = String(decoding: fileBytes(at: path), as: UTF8.self).split(separator: "\n")
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first }) }
}

/// The content of a file; empty when there is none.
public func fileBytes(at path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

/// The value of an environment variable.
public func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
