/// A feed as the newsroom lists it: where it is, and what the list says about it.
public struct Feed: Sendable, Hashable {
    /// Where a feed is read from.
    public enum Location: Sendable, Hashable {
        /// An absolute http or https address.
        case address(String)
        /// A path of the file system, absolute or relative to the working folder.
        case file(String)
    }

    /// Where the feed is read from; it identifies the feed in the ledger.
    public var location: Location
    /// The name the list gives it; the feed's own title is in ``FeedDocument``.
    public var title: String?
    /// The category that the list sets for all its items.
    public var category: Category?
    /// BCP 47 tag that the list sets, for feeds that do not name their language.
    public var language: String?
    /// What the list says about asking for it.
    public var settings: [FeedSetting]

    /// A feed from its parts.
    public init(
        location: Location, title: String? = nil, category: Category? = nil, language: String? = nil,
        settings: [FeedSetting] = []
    ) {
        self.location = location
        self.title = title
        self.category = category
        self.language = language
        self.settings = settings
    }

    /// The address or path, without credentials (`user:password@`): fit for messages, logs and the ledger.
    public var name: String {
        switch location {
        case .address(let address): withoutCredentials(address)
        case .file(let path): path
        }
    }

    /// How people know the feed: its title in the list, else its address or path without credentials.
    public var displayName: String {
        title ?? name
    }
}

/// An address without the `user:password@` before its host.
///
/// Bytes are looked at, not characters: this runs for every feed and every line about one.
public func withoutCredentials(_ address: String) -> String {
    let bytes = address.utf8
    guard bytes.contains(UInt8(ascii: "@")), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
        bytes[colon...].starts(with: "://".utf8)
    else { return address }
    let start = bytes.index(colon, offsetBy: 3)
    let ends: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let authority = bytes[start...].prefix { !ends($0) }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return address }
    return String(address[..<start] + address[bytes.index(after: at)...])
}
