public import Feeds
public import HTTP
public import News

/// Finds the feeds that a path or an address stands for.
public struct FeedListLoader {
    private let client: HTTPClient
    private let limits: TransferLimits

    /// A loader; `limits` hold for lists that are fetched.
    public init(client: HTTPClient, limits: TransferLimits = TransferLimits()) {
        self.client = client
        self.limits = limits
    }

    /// The feeds of an OPML list, or the one feed that stands there itself.
    ///
    /// Files that a list names are looked for in its own folder. In a list from an address everything is an address:
    /// it must not make this machine read its own files.
    public func load(_ source: String) throws(FeedListTrouble) -> [Feed] {
        try loadList(source).feeds
    }

    /// The same, with the names in a list that are no categories.
    public func loadList(_ source: String) throws(FeedListTrouble) -> FeedListContent {
        let isAddress = source.contains("://")
        let feed = Feed(location: isAddress ? .address(source) : .file(source))
        do throws(FeedListTrouble.Reason) {
            return try isAddress ? fetchedFeeds(source) : fileFeeds(source)
        } catch .content(.feed) {
            return FeedListContent(feeds: [feed])
        } catch {
            throw FeedListTrouble(error, name: feed.name)
        }
    }

    private func fileFeeds(_ path: String) throws(FeedListTrouble.Reason) -> FeedListContent {
        switch readBytes(of: path, limit: FeedList.largestSize) {
        case .failure(let error): throw .file(error.words)
        case .success(let bytes):
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) }
            do { return try FeedList.content(of: bytes, baseFolder: folder) } catch { throw .content(error) }
        }
    }

    private func fetchedFeeds(_ address: String) throws(FeedListTrouble.Reason) -> FeedListContent {
        let request = httpRequest(for: FeedRequest(feed: Feed(location: .address(address))), address)
        switch client.exchange(request, limits: limits) {
        case .failure(let error): throw .transfer(error)
        case .success(let response) where !(200..<300).contains(response.status): throw .status(response.status)
        case .success(let response):
            do {
                return try FeedList.content(
                    of: response.body, address: response.address, contentType: response.header("Content-Type"))
            } catch { throw .content(error) }
        }
    }
}

/// Why there is no list of feeds.
public struct FeedListTrouble: Error, Sendable, Equatable {
    /// What stood in the way.
    public enum Reason: Error, Sendable, Equatable {
        /// The file cannot be read; the system's words.
        case file(String)
        /// No answer came.
        case transfer(TransferError)
        /// The server answered, but not with the list: its status.
        case status(Int)
        /// What came is neither a list nor a feed.
        case content(FeedListError)
    }

    /// What stood in the way.
    public var reason: Reason
    /// The path or address of the list, without credentials.
    public var name: String

    /// A trouble from its parts.
    public init(_ reason: Reason, name: String) {
        self.reason = reason
        self.name = name
    }
}

extension FeedListTrouble: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch reason {
        case .file(let words): "\(name): the feed list cannot be read (\(words))"
        case .transfer(let error): "\(name): the feed list cannot be fetched (\(error.detail))"
        case .status(let status): "\(name): the feed list cannot be fetched: the server answered with status \(status)"
        case .content(let error): "\(name): \(error)"
        }
    }
}
