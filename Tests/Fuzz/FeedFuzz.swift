// Throws bytes at the reader. Built and run by run.sh beside it, which says how.

@testable import Feeds
import News
import PlainText

/// The first byte chooses how the rest is read: with which header, as feed or list, whole or in pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let data, count > 1 else { return 0 }
    let body = UnsafeRawBufferPointer(start: data + 1, count: count - 1)
    let choice = data[0]
    let headers: [String?] = [nil, "text/xml; charset=utf-8", "text/xml; charset=iso-8859-1", "text/xml; charset=gbk"]
    let contentType = headers[Int(choice & 3)]
    let limits = FeedLimits(feedSize: 1 << 20, fieldSize: choice & 4 == 0 ? 1 << 20 : 100, titleSize: 60)
    if choice & 8 != 0 {
        _ = try? FeedList.read(body, baseFolder: "/feeds", contentType: contentType)
    } else if choice & 16 != 0 {
        readInPieces(body, contentType, limits)
    } else {
        readWhole(body, contentType, limits)
    }
    return 0
}

private func readWhole(_ body: UnsafeRawBufferPointer, _ contentType: String?, _ limits: FeedLimits) {
    let address = "https://news.example/feeds/all.xml"
    var reader = FeedReader()
    // The second time the parser is one that has read the document before.
    let first = try? reader.document(body, address: address, contentType: contentType, limits: limits)
    let second = try? reader.document(body, address: address, contentType: contentType, limits: limits)
    check(first == second, "the same document is read in two ways")
    let visitor = DigestingVisitor()
    let facts = try? reader.visit(body, address: address, contentType: contentType, limits: limits, visitor: visitor)
    if let first, let facts {
        check(visitor.finish(facts) == FeedDigest(of: first), "the digests of items and of bytes differ")
    }
    for item in first?.items ?? [] { check(item) }
}

private func check(_ item: Item) {
    for scalar in item.title.unicodeScalars {
        check(scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value), "a control character in a title")
    }
    check(item.title.utf8.count <= 60, "a title longer than its limit")
    if let summary = item.summary { check(summaryLine(summary).utf8.count <= summaryLimit, "a summary too long") }
}

private func check(_ holds: Bool, _ message: String) {
    if !holds { fatalError(message) }
}

private func readInPieces(_ body: UnsafeRawBufferPointer, _ contentType: String?, _ limits: FeedLimits) {
    var source = Pieces(body: body)
    var reader = FeedReader(bufferSize: 256)
    let visitor = DigestingVisitor()
    _ = try? reader.visit(from: &source, address: nil, contentType: contentType, limits: limits, visitor: visitor)
}

private struct Pieces: FeedSource {
    let body: UnsafeRawBufferPointer
    var place = 0

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedSourceError) -> Int {
        let piece = UnsafeRawBufferPointer(rebasing: body[place..<min(place + min(buffer.count, 61), body.count)])
        buffer.copyMemory(from: piece)
        place += piece.count
        return piece.count
    }

    mutating func rewind() throws(FeedSourceError) {
        place = 0
    }
}
