import News
import Testing

@testable import Feeds

/// Reads a document given as text or bytes.
func read(
    _ body: [UInt8], address: String? = nil, contentType: String? = nil, limits: FeedLimits = .standard
) throws(FeedError) -> FeedDocument {
    try FeedReader.read(body, address: address, contentType: contentType, limits: limits)
}

func read(_ text: String, address: String? = nil, limits: FeedLimits = .standard) throws(FeedError) -> FeedDocument {
    try read(Array(text.utf8), address: address, limits: limits)
}

/// What is read of a text that must be readable; where it is not, the error is recorded beside the text.
func document(of text: String, address: String? = nil, limits: FeedLimits = .standard) -> FeedDocument? {
    do {
        return try read(text, address: address, limits: limits)
    } catch {
        Issue.record("\(error) in \(text.prefix(1_000))")
        return nil
    }
}

/// The only item of an RSS 2.0 feed, given by its inside; must be there.
func rssItem(_ inside: String, address: String? = nil, limits: FeedLimits = .standard) -> Item? {
    onlyItem(of: rss("<item>\(inside)</item>"), address: address, limits: limits)
}

/// The only entry of an Atom feed, given by its inside; must be there.
func atomEntry(_ inside: String, address: String? = nil) -> Item? {
    onlyItem(
        of: "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Skerry Sound</title><entry>\(inside)</entry></feed>",
        address: address)
}

private func onlyItem(of text: String, address: String?, limits: FeedLimits = .standard) -> Item? {
    guard let document = document(of: text, address: address, limits: limits) else { return nil }
    if document.items.count != 1 { Issue.record("\(document.items.count) items in \(text.prefix(1_000))") }
    return document.items.first
}

/// An RSS 2.0 document around its items.
func rss(_ items: String) -> String {
    """
    <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:atom="http://www.w3.org/2005/Atom" xmlns:shop="urn:shop">
    <channel><title>Dune Courier</title><link>https://courier.example/</link>\(items)</channel></rss>
    """
}

/// The error of reading, nil when there was none.
func failure(_ body: [UInt8], limits: FeedLimits = .standard) -> FeedError? {
    do {
        _ = try read(body, limits: limits)
        return nil
    } catch {
        return error
    }
}

/// Counts items without keeping them.
final class Counter: ItemVisitor {
    private(set) var titles: [String] = []
    private(set) var restarts = 0

    func take(_ item: ItemFields) {
        titles.append(String(decoding: item.title, as: UTF8.self))
    }

    func startOver() {
        titles = []
        restarts += 1
    }
}

/// Gives a body in pieces of a few bytes, or fails at once.
struct Pieces: FeedSource {
    let body: [UInt8]
    var size = 7
    var failure: FeedSourceError?
    var place = 0

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedSourceError) -> Int {
        if let failure { throw failure }
        let count = min(size, buffer.count, body.count - place)
        buffer.copyBytes(from: body[place..<(place + count)])
        place += count
        return count
    }

    mutating func rewind() throws(FeedSourceError) {
        place = 0
    }
}
