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
public func withoutCredentials(_ address: String) -> String {
    guard let schemeEnd = address.firstRange(of: "://")?.upperBound else { return address }
    let rest = address[schemeEnd...]
    let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    guard let at = rest[..<authorityEnd].lastIndex(of: "@") else { return address }
    return String(address[..<schemeEnd] + rest[rest.index(after: at)...])
}
