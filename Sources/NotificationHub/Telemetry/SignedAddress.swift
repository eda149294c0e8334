/// An address with its permission in it: whoever has it can read what lies there. Printing it shows its host alone.
public struct SignedAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    private let secret: Secret
    /// The host and the path, without what gives the permission.
    public let description: String

    /// An https address, or one of a hub on this machine; nil for anything else.
    init?(_ text: String) {
        let address = trimmed(text)
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let isSafe =
            address.hasPrefix("https://")
            || parts.count == 4 && (try? HubEndpoint(parts[..<3].joined(separator: "/")))?.isLoopback == true
        guard isSafe, address.utf8.count <= 8_192,
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        secret = Secret(address)
        description = String(address.prefix { $0 != "?" })
    }

    /// The whole address.
    public var revealed: String { secret.text }
    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
