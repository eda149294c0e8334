internal import Glibc

/// Why a body is not read as a feed: what came instead.
public enum FeedError: Error, Sendable, Equatable {
    /// Nothing but blanks.
    case empty
    /// A web page; its title tells the reader more than anything else.
    case webPage(title: String?)
    /// A web page that asks for a password.
    case loginPage(title: String?)
    /// JSON; a JSON Feed is one too.
    case json(isJSONFeed: Bool)
    /// A list of feeds where a feed is wanted.
    case feedList
    /// XML of another kind, with the name of its root element.
    case otherXML(root: String)
    /// Bytes that are no text, with what they look like.
    case binary(kind: String)
    /// Text that is no XML, with its beginning.
    case text(start: String)
    /// More bytes than ``FeedLimits/feedSize`` allows.
    case tooLarge(limit: Int)
    /// Entities that grow into more text than any feed needs.
    case entityBomb
    /// An entity whose text would come from another file or address.
    case externalEntity(name: String)
    /// The file or connection failed, with the system's error number.
    case sourceFailed(code: Int32)
    /// The parser gave up before anything of a feed was seen.
    case unreadable(reason: String)
}

extension FeedError: CustomStringConvertible {
    /// What came instead of a feed, and what to do about it.
    public var description: String {
        switch self {
        case .empty: "the feed is empty: not a single character came"
        case .webPage(let title): "a web page came instead of a feed\(quoted(title)); check the address"
        case .loginPage(let title): "a login page came instead of a feed\(quoted(title)); the feed is not public"
        case .json(true): "a JSON Feed came; only RSS and Atom are read"
        case .json(false): "JSON came instead of a feed"
        case .feedList: "a list of feeds (OPML) came instead of a feed; give it to broadcast --feeds"
        case .otherXML(let root): "XML came, but no feed: its root element is <\(root)>"
        case .binary(let kind): "\(kind) came instead of a feed"
        case .text(let start): "text came instead of a feed\(quoted(start))"
        case .tooLarge(let limit):
            "the feed is larger than \(inUnits(limit)); raise the limit with --max-feed-size"
        case .entityBomb: "the feed is refused: its entities grow beyond every measure"
        case .externalEntity(let name):
            "the feed is refused: its entity \(name) would be read from elsewhere, which no feed may ask for"
        case .sourceFailed(let code): "the feed cannot be read: \(String(cString: strerror(code)))"
        case .unreadable(let reason): "the feed is damaged beyond reading: \(reason)"
        }
    }

    private func quoted(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return " (“\(text)”)"
    }

    private func inUnits(_ bytes: Int) -> String {
        bytes >= 1 << 20 && bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }
}
