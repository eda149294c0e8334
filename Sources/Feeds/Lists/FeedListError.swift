/// Why a body is not read as a feed list: what came instead.
public enum FeedListError: Error, Sendable, Equatable {
    /// Nothing but blanks.
    case empty
    /// A web page.
    case webPage
    /// JSON.
    case json
    /// A single feed; it may be given in place of a list.
    case feed
    /// XML of another kind, with the name of its root element.
    case otherXML(root: String)
    /// Neither XML nor anything known.
    case notXML(start: String)
    /// OPML in which no outline has an address.
    case noFeeds
    /// More bytes than are read.
    case tooLarge(limit: Int)
    /// OPML that makes no sense to the parser even after mending.
    case unreadable(reason: String)
    /// An attribute of our namespace says something that cannot be followed.
    case badSetting(String, of: String, reason: String)

    /// The error for what a body looks like.
    init(_ kind: BodyKind, _ body: UnsafeRawBufferPointer) {
        switch kind {
        case .empty: self = .empty
        case .webPage: self = .webPage
        case .json: self = .json
        case .feed: self = .feed
        case .otherXML(let root): self = .otherXML(root: root)
        case .feedList, .binary, .text: self = .notXML(start: BodyKind.firstLine(of: body))
        }
    }
}

extension FeedListError: CustomStringConvertible {
    /// What came instead of a feed list, and what is expected.
    public var description: String {
        switch self {
        case .empty: "the feed list is empty; an OPML file is expected"
        case .webPage: "the feed list is a web page; an OPML file is expected"
        case .json: "the feed list is JSON; an OPML file is expected"
        case .feed: "the feed list is itself a feed"
        case .otherXML(let root): "the feed list is XML, but no OPML: its root element is <\(root)>"
        case .notXML(let start): "the feed list is no XML: it begins with “\(start)”; an OPML file is expected"
        case .noFeeds: "the feed list names no feed: no outline has an xmlUrl"
        case .tooLarge(let limit): "the feed list is larger than \(limit >> 20) MiB"
        case .badSetting(let name, let feed, let reason):
            "the feed list says “\(name)” of the feed “\(feed)”, which \(reason)"
        case .unreadable(let reason): "the feed list is damaged beyond reading: \(reason)"
        }
    }
}
