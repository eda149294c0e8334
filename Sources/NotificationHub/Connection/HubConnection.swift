/// Where a hub is and with which key to speak to it, read from the connection string that the Azure portal shows:
/// `Endpoint=sb://NAMESPACE.servicebus.windows.net/;SharedAccessKeyName=RULE;SharedAccessKey=KEY`.
///
/// Parts may come in any order and case; `EntityPath=HUB` may name the hub. The key is kept byte for byte: it looks like
/// base64, but is used as text.
public struct HubConnection: Sendable, Hashable, CustomStringConvertible {
    /// Where the namespace listens.
    public let endpoint: HubEndpoint
    /// The hub's name as given; the service ignores its case.
    public let hub: String
    /// The name of the access rule that the key belongs to.
    public let keyName: String
    /// What looks odd in the connection string, in words; empty as a rule.
    public let warnings: [String]
    /// The audience as it stands in a token, in lower-case hex: the text that is signed.
    public let encodedAudience: String
    /// The key's name as it stands in a token.
    public let encodedKeyName: String
    /// The address below which everything of the hub lies, with a slash at its end.
    let baseAddress: String
    let key: Secret
    private let encodedKey: Secret

    /// Reads a connection string. A hub named apart must not differ, case aside, from the one in the string. Line ends
    /// around the string are dropped: files end with one.
    public init(connectionString: String, hub: String? = nil) throws(HubConnectionError) {
        let parts = try ConnectionStringParts(connectionString)
        guard let endpoint = parts.endpoint else { throw .missing(.endpoint) }
        self.endpoint = try HubEndpoint(endpoint)
        guard let keyName = parts.keyName, !keyName.isEmpty else { throw .missing(.keyName) }
        guard let key = parts.key, !key.isEmpty else { throw .missing(.key) }
        guard keyName.utf8.count <= 256 else { throw .tooLong(.keyName) }
        guard key.utf8.count <= 256 else { throw .tooLong(.key) }
        self.keyName = keyName
        self.key = Secret(key)
        self.hub = try HubConnection.hub(named: hub, entityPath: parts.entityPath)
        warnings = parts.warnings(key: key) + self.endpoint.warnings
        // Here, since thousands of requests may follow.
        baseAddress = "\(self.endpoint.address)/\(self.hub)/"
        encodedAudience = percentEncoded(
            HubConnection.audience(self.endpoint, self.hub), digits: .lower)
        encodedKeyName = percentEncoded(keyName, digits: .upper)
        encodedKey = Secret(percentEncoded(key, digits: .upper))
    }

    /// The hub's address, under which the service knows it: what tokens are made for. Lower case and without a slash at
    /// the end; always https, since the service ignores the scheme.
    public var audience: String { HubConnection.audience(endpoint, hub) }

    /// Texts that would give the key away if an answer repeated them.
    var secrets: [String] { [key.text, encodedKey.text] }

    /// Hub, place and key name; never the key.
    public var description: String { "hub \(hub) at \(endpoint.address) (key \(keyName))" }

    private static func audience(_ endpoint: HubEndpoint, _ hub: String) -> String {
        "https://\(endpoint.authority)/\(hub)".lowercased()
    }

    private static func hub(named given: String?, entityPath: String?) throws(HubConnectionError) -> String {
        let names = [given, entityPath].compactMap { $0 }.filter { !$0.isEmpty }
        guard let name = names.first else { throw .missing(.hub) }
        for name in names where !isHubName(name) { throw .hubName }
        guard names.allSatisfy({ $0.lowercased() == name.lowercased() }) else {
            throw .differentHubs(names[0], names[1])
        }
        return name
    }

    /// 1 to 260 letters, digits, `.`, `-` and `_`, a letter or digit first and last (Azure's naming rules).
    private static func isHubName(_ name: String) -> Bool {
        guard (1...260).contains(name.utf8.count), let first = name.utf8.first, let last = name.utf8.last else {
            return false
        }
        return isAlphanumeric(first) && isAlphanumeric(last)
            && name.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }
}

func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: false
    }
}
