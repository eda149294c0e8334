/// A text that must not be seen. Printing, interpolating, dumping and logging it shows nothing.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself: for the hub client alone.
    public let revealed: String

    /// Hides a text.
    public init(_ text: String) {
        revealed = text
    }

    /// Always the same words.
    public var description: String { "<hidden>" }
    /// Always the same words.
    public var debugDescription: String { description }
    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The hub's connection strings, and where they came from.
public struct HubSecret: Sendable {
    /// The one to use.
    public var primary: Secret
    /// The one to try when the first is refused.
    public var secondary: Secret?
    /// For messages: the name of the variable or the path of the file.
    public var source: String
}

extension HubSecret {
    static let variable = "BULLETIN_HUB_CONNECTION_STRING"
    static let manageVariable = "BULLETIN_HUB_MANAGE_CONNECTION_STRING"
    private static let credential = "hub-connection-string"

    /// The secret from the first place that has one: `--hub-file`, the environment, a systemd credential, `hubFile` of
    /// the configuration. Nil when no place has one.
    static func find(
        optionFile: String?, configuredFile: String?, _ surroundings: Surroundings
    ) throws(ConfigurationError) -> HubSecret? {
        if let optionFile { return try HubSecret(file: optionFile, surroundings) }
        if let text = surroundings.setVariable(variable) {
            let second = surroundings.setVariable(variable + "_2").map { Secret(trimmed($0)) }
            return HubSecret(primary: Secret(trimmed(text)), secondary: second, source: variable)
        }
        if let folder = surroundings.setVariable("CREDENTIALS_DIRECTORY"),
            let secret = try HubSecret(credentialsIn: folder, surroundings)
        {
            return secret
        }
        return try configuredFile.map { file throws(ConfigurationError) in try HubSecret(file: file, surroundings) }
    }

    private init(file: String, _ surroundings: Surroundings) throws(ConfigurationError) {
        let content: (status: FileStatus, bytes: [UInt8])
        switch surroundings.read(file) {
        case .success(let found): content = found
        case .failure(let fault): throw .unreadable(file: file, reason: fault.reason)
        }
        try HubSecret.checkProtection(content.status, of: file, user: surroundings.user)
        guard let secret = HubSecret(content.bytes, source: file) else {
            throw .secret("\(file): is empty; it should hold the hub's connection string")
        }
        self = secret
    }

    /// systemd made these files for this service alone: who may read them is its business.
    private init?(credentialsIn folder: String, _ surroundings: Surroundings) throws(ConfigurationError) {
        let path = "\(folder)/\(HubSecret.credential)"
        switch surroundings.read(path) {
        case .failure(let fault) where fault.isMissing: return nil
        case .failure(let fault): throw .unreadable(file: path, reason: fault.reason)
        case .success(let content):
            guard var secret = HubSecret(content.bytes, source: path) else {
                throw .secret("\(path): is empty; it should hold the hub's connection string")
            }
            if secret.secondary == nil, case .success(let second) = surroundings.read(path + "-2") {
                secret.secondary = HubSecret(second.bytes, source: path)?.primary
            }
            self = secret
        }
    }

    /// The first two lines that are not empty.
    private init?(_ bytes: [UInt8], source: String) {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { trimmed($0) }
        let secrets = lines.filter { !$0.isEmpty }.map { Secret($0) }
        guard let first = secrets.first else { return nil }
        self.init(primary: first, secondary: secrets.dropFirst().first, source: source)
    }

    /// Whoever can read the key can push to every phone, and whoever can replace the file can make the newsroom push
    /// through a hub of their own.
    static func checkProtection(
        _ status: FileStatus, of file: String, user: UInt32
    ) throws(ConfigurationError) {
        guard status.owner == user || status.owner == 0 else {
            throw .secret("\(file): belongs to another user; it must belong to the one who runs bulletin, or to root")
        }
        let mode = String(status.permissions, radix: 8)
        guard status.permissions & 0o007 == 0 else {
            throw .secret("\(file): others may read it (mode \(mode)); run: chmod 600 \(file)")
        }
        let allowedToGroup: UInt32 = status.owner == 0 ? 0o040 : 0
        guard status.permissions & 0o070 & ~allowedToGroup == 0 else {
            throw .secret("\(file): the group may reach the key (mode \(mode)); run: chmod 600 \(file)")
        }
    }
}
