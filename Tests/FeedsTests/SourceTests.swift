import News
import Testing

@testable import Feeds

@Suite struct SourceTests {
    static let large = rss(
        (0..<40).map {
            "<item><title>Story \($0) ö</title><description><![CDATA[\(String(repeating: "été ", count: $0 * 9))]]></description></item>"
        }.joined())

    /// Pieces of any size give what the whole gives, in whatever encoding, and damage only makes it start over.
    @Test func piecesGiveWhatTheWholeGives() throws {
        let titles = (0..<40).map { "Story \($0) ö" }
        let latin =
            Array("<?xml version='1.0' encoding='iso-8859-1'?>".utf8)
            + SourceTests.large.unicodeScalars.map { UInt8($0.value) }
        let bodies: [(body: [UInt8], titles: [String], restarts: Int)] = [
            (Array(SourceTests.large.utf8), titles, 0),
            (latin, titles, 0),
            (Array((SourceTests.large + "<p>").utf8), titles, 0),
            (
                Array(SourceTests.large.replacing("Story 30", with: "A & B").utf8),
                titles.map { $0 == "Story 30 ö" ? "A & B ö" : $0 }, 2
            ),
            (Array(SourceTests.large.utf8.dropLast(40)), Array(titles.dropLast()), 2),
        ]
        for (body, titles, restarts) in bodies {
            for size in [1, 7, 64, 5_000] {
                var source = Pieces(body: body, size: size)
                var reader = FeedReader(bufferSize: 600)
                let counter = Counter()
                _ = try reader.visit(from: &source, address: nil, contentType: nil, visitor: counter)
                #expect(counter.titles == titles)
                #expect(counter.restarts == restarts)
            }
        }
    }

    @Test func sourcesAreRefusedAtTheLimitAndTheirFailuresTold() {
        var source = Pieces(body: Array(SourceTests.large.utf8), size: 64)
        var reader = FeedReader(bufferSize: 600)
        #expect(throws: FeedError.tooLarge(limit: 5_000)) {
            _ = try reader.visit(
                from: &source, address: nil, contentType: nil, limits: FeedLimits(feedSize: 5_000), visitor: Counter())
        }
        var broken = Broken()
        #expect(throws: FeedError.sourceFailed(code: 5)) {
            _ = try reader.visit(from: &broken, address: nil, contentType: nil, visitor: Counter())
        }
    }

    private struct Broken: FeedSource {
        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedSourceError) -> Int {
            throw FeedSourceError(code: 5)
        }
        mutating func rewind() throws(FeedSourceError) {}
    }

    /// One reader for many feeds gives what a new one gives for each.
    @Test func readersMayBeKept() throws {
        var reader = FeedReader()
        let texts = FormatTests.samples.map(\.text) + MendingTests.samples.map(\.text) + [SourceTests.large]
        for text in texts + texts.reversed() {
            let body = Array(text.utf8)
            let kept = try body.withUnsafeBytes { try reader.document($0, address: nil, contentType: nil) }
            #expect(kept == (try read(text)))
        }
    }

    @Test func theDigestIsThatOfTheDocument() throws {
        var whole = FeedDigest()
        var reader = FeedReader()
        let visitor = DigestingVisitor()
        for text in FormatTests.samples.map(\.text) + MendingTests.samples.map(\.text) + [SourceTests.large] {
            let body = Array(text.utf8)
            let facts = try body.withUnsafeBytes {
                try reader.visit($0, address: nil, contentType: nil, visitor: visitor)
            }
            let digest = visitor.finish(facts)
            #expect(digest == FeedDigest(of: try read(text)))
            whole.take(digest)
        }
        // Computed by Tests/Tools/digest.py from the same item.
        let item = Item(
            title: "Sea ice", link: "https://a.example/1", id: "c-1",
            published: Instant(secondsSince1970: 1_772_439_300),
            categories: [ItemCategory(term: "Sea")], summary: Markup("<p>Boats &amp; nets, again</p>", form: .html))
        let document = FeedDocument(format: .rss, title: "Dune Courier", language: "en", items: [item])
        #expect(FeedDigest(of: document).text == "34a8d24bdccb250a8373fb9827262383")
        #expect(FeedDigest().text == "6a09e667f3bcc908bb67ae8584caa73b")
        #expect(whole != FeedDigest())
    }
}
