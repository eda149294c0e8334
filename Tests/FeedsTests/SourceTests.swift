import News
import Testing

@testable import Feeds

@Suite struct SourceTests {
    static let large = rss(
        (0..<40).map {
            "<item><title>Story \($0) ö</title><description><![CDATA[\(String(repeating: "été ", count: $0 * 9))]]></description></item>"
        }.joined())

    struct Case {
        var name: String
        var body: [UInt8]
        var limits: FeedLimits = .standard
        var failure: FeedSourceError?
        var titles: [String] = []
        var restarts = 0
        var error: FeedError?
    }

    private var cases: [Case] {
        let titles = (0..<40).map { "Story \($0) ö" }
        let large = Array(SourceTests.large.utf8)
        let latin =
            Array("<?xml version='1.0' encoding='iso-8859-1'?>".utf8)
            + SourceTests.large.unicodeScalars.map { UInt8($0.value) }
        let ampersand = SourceTests.large.replacing("Story 30", with: "A & B")
        return [
            Case(name: "UTF-8", body: large, titles: titles),
            Case(name: "another encoding", body: latin, titles: titles),
            Case(name: "damage behind the end", body: Array((SourceTests.large + "<p>").utf8), titles: titles),
            Case(
                name: "damage late in it", body: Array(ampersand.utf8),
                titles: titles.map { $0 == "Story 30 ö" ? "A & B ö" : $0 }, restarts: 2),
            Case(name: "cut off", body: Array(large.dropLast(40)), titles: Array(titles.dropLast()), restarts: 2),
            Case(
                name: "above the limit", body: large, limits: FeedLimits(feedSize: 5_000),
                error: .tooLarge(limit: 5_000)),
            Case(
                name: "a source that fails", body: large, failure: FeedSourceError(code: 5),
                error: .sourceFailed(code: 5)),
        ]
    }

    /// Pieces of any size give what the whole gives, in whatever encoding, and damage only makes it start over; a source
    /// is refused at the limit, and its failure is told.
    @Test func piecesGiveWhatTheWholeGives() {
        for expected in cases {
            for size in [1, 7, 64, 5_000] {
                var source = Pieces(body: expected.body, size: size, failure: expected.failure)
                var reader = FeedReader(bufferSize: 600)
                let counter = Counter()
                var error: FeedError?
                do throws(FeedError) {
                    _ = try reader.visit(
                        from: &source, address: nil, contentType: nil, limits: expected.limits, visitor: counter)
                } catch let caught {
                    error = caught
                }
                #expect(error == expected.error, "\(expected.name), \(size) bytes at once")
                if expected.error != nil { continue }
                #expect(counter.titles == expected.titles, "\(expected.name), \(size) bytes at once")
                #expect(counter.restarts == expected.restarts, "\(expected.name), \(size) bytes at once")
            }
        }
    }

    /// One reader for many feeds, and for sources that failed it between, gives what a new one gives for each.
    @Test func readersMayBeKept() {
        var reader = FeedReader()
        let texts = FormatTests.samples.map(\.text) + MendingTests.samples.map(\.text) + [SourceTests.large]
        for text in texts + texts.reversed() {
            var broken = Pieces(body: [], failure: FeedSourceError(code: 5))
            #expect(throws: FeedError.sourceFailed(code: 5)) {
                _ = try reader.visit(from: &broken, address: nil, contentType: nil, visitor: Counter())
            }
            let body = Array(text.utf8)
            let kept = try? body.withUnsafeBytes { try reader.document($0, address: nil, contentType: nil) }
            #expect(kept == document(of: text), "\(text.prefix(1_000))")
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
            #expect(digest == document(of: text).map { FeedDigest(of: $0) }, "\(text.prefix(1_000))")
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
