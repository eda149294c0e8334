/// The people who may sign in, with the hashes of their passwords, as `htpasswd -B` writes them: a line `NAME:$2y$…` each.
public struct UsersFile: Sendable {
    /// A user and the hash of the password.
    struct Entry: Sendable {
        var name: UserName
        var hash: String
    }

    private let entries: [String: Entry]
    /// A hash that is as costly as the costliest of the file, for names that are not in it: how long an answer takes must
    /// not tell who has an account.
    let decoy: String

    /// Reads the file. Empty lines and lines that begin with `#` are passed over.
    public init(_ bytes: [UInt8]) throws(UsersFileError) {
        var entries: [String: Entry] = [:]
        var cost = 5
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (position, bytes) in lines.enumerated() {
            let line = String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let entry = try UsersFile.entry(line, position + 1)
            guard entries.updateValue(entry, forKey: entry.name.key) == nil else {
                throw UsersFileError(line: position + 1, problem: .twice(entry.name.text))
            }
            cost = max(cost, Int(entry.hash.dropFirst(4).prefix(2)) ?? 0)
        }
        guard !entries.isEmpty else { throw UsersFileError(line: nil, problem: .empty) }
        self.entries = entries
        decoy = "$2y$\(cost < 10 ? "0" : "")\(cost)$abcdefghijklmnopqrstuuAP9mTfxN2TSP7ULqzmXkhGZoCFZWtPy"
    }

    /// The user of that name, whatever its case.
    func entry(_ name: String) -> Entry? { entries[name.lowercased()] }

    /// How many there are.
    public var count: Int { entries.count }

    private static func entry(_ line: String, _ number: Int) throws(UsersFileError) -> Entry {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let name = UserName(parts[0]) else {
            throw UsersFileError(line: number, problem: .name)
        }
        guard isHash(parts[1]) else { throw UsersFileError(line: number, problem: .hash(name.text)) }
        return Entry(name: name, hash: parts[1])
    }

    /// `$2y$05$` and 53 characters. Costs beyond 17 take more than ten seconds; htpasswd does not go further.
    private static func isHash(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 60, ["$2a$", "$2b$", "$2y$"].contains(String(text.prefix(4))), bytes[6] == 0x24,
            let cost = Int(text.dropFirst(4).prefix(2)), (4...17).contains(cost)
        else { return false }
        return bytes[7...].allSatisfy { byte in
            switch byte {
            case 0x2E...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: false
            }
        }
    }
}

/// Why a file of users cannot be used.
public struct UsersFileError: Error, Sendable, Equatable, CustomStringConvertible {
    enum Problem: Sendable, Equatable {
        case empty
        case name
        case hash(String)
        case twice(String)
    }

    /// The line, counted from 1; nil where it is about the whole file.
    public var line: Int?
    var problem: Problem

    /// What is wrong and what to do. Nothing of a hash is shown.
    public var description: String {
        let place = line.map { "line \($0): " } ?? ""
        switch problem {
        case .empty: return "it names nobody; add a user with: htpasswd -B FILE NAME"
        case .name:
            return place + "it begins with no user's name: 1 to 111 letters, digits and _ @ # . -, then a colon"
        case .hash(let name):
            return place
                + "what stands after \(name) is no bcrypt hash of cost 4 to 17; make one with: htpasswd -B FILE \(name)"
        case .twice(let name): return place + "\(name) stands there twice; names that differ in case alone are the same"
        }
    }
}
