public import Feeds
public import HTTP
public import News

/// Why there is no list of feeds.
public struct FeedListTrouble: Error, Sendable, Equatable, CustomStringConvertible {
    /// The path or address of the list, without credentials.
    public var name: String
    /// What happened, in words without credentials.
    public var words: String

    /// A trouble from its parts.
    public init(name: String, words: String) {
        self.name = name
        self.words = words
    }

    /// One line for people.
    public var description: String {
        "feed list \(name): \(words)"
    }
}

/// Finds the feeds that a path or an address stands for.
public struct FeedListLoader {
    private let client: HTTPClient
    private let limits: TransferLimits
    private let feedLimits: FeedLimits

    /// A loader; `limits` hold for lists that are fetched.
    public init(
        client: HTTPClient, limits: TransferLimits = TransferLimits(), feedLimits: FeedLimits = .standard
    ) {
        self.client = client
        self.limits = limits.bounded(by: feedLimits)
        self.feedLimits = feedLimits
    }

    /// The feeds of an OPML list, or the one feed that stands there itself.
    ///
    /// Files that a list names are looked for beside the list. A list from an address may name addresses only: it must
    /// not make this machine read its own files.
    public func load(_ source: String) throws(FeedListTrouble) -> [Feed] {
        let location: Feed.Location = source.contains("://") ? .address(source) : .file(source)
        let feed = Feed(location: location)
        let body = try bytes(of: location, named: feed.name)
        switch BodyKind(of: body) {
        case .feed: return [feed]
        case .feedList: return try located(list(body, named: feed.name), from: location, named: feed.name)
        case .empty: throw FeedListTrouble(name: feed.name, words: "it is empty")
        case .webPage: throw FeedListTrouble(name: feed.name, words: "a web page, neither OPML nor a feed")
        default: throw FeedListTrouble(name: feed.name, words: "neither OPML nor a feed")
        }
    }

    private func bytes(of location: Feed.Location, named name: String) throws(FeedListTrouble) -> [UInt8] {
        switch location {
        case .file(let path):
            switch readBytes(of: path, limit: feedLimits.feedSize) {
            case .success(let bytes): return bytes
            case .failure(let error): throw FeedListTrouble(name: name, words: "cannot be read (\(error.words))")
            }
        case .address(let address):
            let request = httpRequest(for: FeedRequest(feed: Feed(location: location)), address)
            switch client.exchange(request, limits: limits) {
            case .success(let response) where (200..<300).contains(response.status): return response.body
            case .success(let response):
                throw FeedListTrouble(name: name, words: "the server answered with status \(response.status)")
            case .failure(let error): throw FeedListTrouble(name: name, words: "cannot be fetched (\(error.detail))")
            }
        }
    }

    private func list(_ body: [UInt8], named name: String) throws(FeedListTrouble) -> [Feed] {
        do throws(FeedListError) {
            return try FeedList.read(body)
        } catch {
            throw FeedListTrouble(name: name, words: "\(error)")
        }
    }

    private func located(
        _ feeds: [Feed], from source: Feed.Location, named name: String
    ) throws(FeedListTrouble) -> [Feed] {
        var located = feeds
        for (place, feed) in feeds.enumerated() {
            guard case .file(let path) = feed.location else { continue }
            guard case .file(let list) = source else {
                throw FeedListTrouble(name: name, words: "it names the file \(path); a list from an address may not")
            }
            located[place].location = .file(beside(list, path))
        }
        return located
    }

    /// The path as seen from the folder of the list.
    private func beside(_ list: String, _ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = list.lastIndex(of: "/") else { return path }
        return String(list[...slash]) + path
    }
}
