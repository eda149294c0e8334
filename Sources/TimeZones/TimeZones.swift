internal import News
internal import PlainText

/// Why a file of the time-zone database has no content for us.
public struct ZoneFileFault: Error, Sendable, Equatable {
    /// There is no such file.
    public var isMissing: Bool
    /// The system's words.
    public var reason: String

    /// A fault from its parts.
    public init(isMissing: Bool, reason: String) {
        self.isMissing = isMissing
        self.reason = reason
    }
}

/// The system's time-zone database: a folder of zone files, read through a closure, so that tests bring their own.
public struct TimeZones {
    /// Where the files lie unless `TZDIR` names another folder.
    public static let standardFolder = "/usr/share/zoneinfo"
    /// No zone file is longer; the largest there are have some 4 KiB.
    static let largestFile = 256 << 10

    private let folder: String
    private let read: (String) -> Result<[UInt8], ZoneFileFault>

    /// The database in a folder.
    public init(folder: String, read: @escaping (String) -> Result<[UInt8], ZoneFileFault>) {
        self.folder = folder
        self.read = read
    }

    /// The zone of that name. Links from one name to another are followed, and so are `posix/` and `right/`.
    public func zone(named name: String) throws(TimeZoneError) -> TimeZone {
        guard TimeZones.isName(name) else { throw .unknown(name, near: near(name, among: names())) }
        let path = "\(folder)/\(name)"
        let bytes: [UInt8]
        switch read(path) {
        case .success(let content): bytes = content
        case .failure(let fault):
            let names = self.names()
            if names.isEmpty, fault.isMissing { throw .noDatabase(folder: folder) }
            if fault.isMissing || !names.contains(name) { throw .unknown(name, near: near(name, among: names)) }
            throw .unreadable(path: path, reason: fault.reason)
        }
        guard bytes.count <= TimeZones.largestFile, let zone = TimeZone(name: name, zoneFile: bytes) else {
            throw .damaged(path: path)
        }
        return zone
    }

    /// Letters, digits, `_`, `+`, `-` and `.` between single slashes; no name leads out of the folder.
    static func isName(_ name: String) -> Bool {
        guard name.utf8.count <= 255 else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            guard let first = part.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
            return part.allSatisfy(isPartOfName)
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return (letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z"))
            || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || "_+-.".utf8.contains(byte)
    }

    /// All names, for the words of an error. `tzdata.zi` has links too (`L TARGET NAME`, `Z NAME …`); `zone1970.tab` has
    /// the zones of the inhabited world in its third column.
    private func names() -> [String] {
        if case .success(let bytes) = read("\(folder)/tzdata.zi") {
            let names = lines(bytes).compactMap { line -> String? in
                let words = line.split(separator: " ", maxSplits: 3)
                return switch words.first {
                case "Z" where words.count > 1: String(words[1])
                case "L" where words.count > 2: String(words[2])
                default: nil
                }
            }
            if !names.isEmpty { return names }
        }
        guard case .success(let bytes) = read("\(folder)/zone1970.tab") else { return [] }
        return lines(bytes).compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return line.hasPrefix("#") || fields.count < 3 ? nil : String(fields[2])
        }
    }

    /// The name that was likely meant: a city without its continent, or one with a typing slip.
    private func near(_ name: String, among names: [String]) -> String? {
        let city = "/" + name.lowercased().map { $0 == " " ? "_" : $0 }
        return names.first { $0.lowercased().hasSuffix(city) } ?? nearestName(to: name, among: names)
    }
}

private func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
}

/// Why a time zone cannot be used.
public enum TimeZoneError: Error, Sendable, Equatable {
    /// The database has no such zone; with the one that was likely meant.
    case unknown(String, near: String?)
    /// There is no database.
    case noDatabase(folder: String)
    /// The file is there and cannot be read; the system's words.
    case unreadable(path: String, reason: String)
    /// The file is no zone file, or contradicts itself.
    case damaged(path: String)
}

extension TimeZoneError {
    /// What is wrong and what to do, without the name that was asked for.
    public var problem: String {
        switch self {
        case .unknown(_, let near):
            "is not a time zone of this system" + (near.map { "; did you mean \($0)?" } ?? ", such as Europe/Paris")
        case .noDatabase(let folder):
            "cannot be looked up: there are no time zones in \(folder); install tzdata, or set TZDIR"
        case .unreadable(let path, let reason): "cannot be looked up: \(path): \(reason)"
        case .damaged(let path): "cannot be looked up: \(path) is not a time-zone file"
        }
    }
}
