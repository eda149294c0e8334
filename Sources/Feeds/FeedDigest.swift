public import News
internal import PlainText

/// A fingerprint of everything that is read from feeds: it shows that two ways of reading them agree, and that a
/// benchmark skipped nothing. It is no protection against forgery.
///
/// Two 64-bit numbers, `a` and `b`, begin as 0x6A09E667F3BCC908 and 0xBB67AE8584CAA73B. A pair of 64-bit words `u` and
/// `v` is taken in by (all modulo 2^64)
///
///     a = (a ^ u) * 0x9E3779B97F4A7C15;  a = a ^ (a >> 32)
///     b = (b ^ v) * 0xC2B2AE3D27D4EB4F;  b = b ^ (b >> 29)
///
/// A text is the pair (n, n), `n` being its number of UTF-8 bytes, and then its bytes, sixteen to a pair of
/// little-endian words, the last filled up with zeros; a text that is absent is one of no bytes. A date is the pair
/// (1, seconds since 1970 in two's complement), an absent one the pair (0, 0). An item is: title, link, id, published,
/// updated, the pair (c, c) for its number of categories, the term of each, and its summary as one line of plain text
/// (``summaryLine(_:)``). A feed is: its items in order, the pair of two words of ones, its title, its language. The
/// digest of a feed that could not be read is that of nothing, `a` and `b` as they begin. Several feeds make one digest
/// by taking in the pair (a, b) of each in order. It is written as 32 hexadecimal digits, `a` before `b`.
///
/// These are the values of `items --format json`, where null stands for absent: `Tests/Tools/digest.py` computes
/// the digest from there.
public struct FeedDigest: Sendable, Equatable {
    private var a: UInt64 = 0x6a09_e667_f3bc_c908
    private var b: UInt64 = 0xbb67_ae85_84ca_a73b

    /// The digest of nothing.
    public init() {}

    /// Takes in the digest of a feed.
    public mutating func take(_ feed: FeedDigest) {
        take(feed.a, feed.b)
    }

    @inline(__always)
    mutating func take(_ u: UInt64, _ v: UInt64) {
        a = (a ^ u) &* 0x9e37_79b9_7f4a_7c15
        a ^= a >> 32
        b = (b ^ v) &* 0xc2b2_ae3d_27d4_eb4f
        b ^= b >> 29
    }

    mutating func take(count: Int) {
        take(UInt64(count), UInt64(count))
    }

    mutating func take(_ text: UnsafeRawBufferPointer) {
        take(count: text.count)
        guard let base = text.baseAddress else { return }
        var place = 0
        while place + 16 <= text.count {
            let u = (base + place).loadUnaligned(as: UInt64.self)
            let v = (base + place + 8).loadUnaligned(as: UInt64.self)
            take(UInt64(littleEndian: u), UInt64(littleEndian: v))
            place += 16
        }
        guard place < text.count else { return }
        take(word(text, place), word(text, place + 8))
    }

    /// Up to eight bytes at `place` as a little-endian word.
    @inline(__always)
    private func word(_ text: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        let count = text.count - place
        guard count > 0, let base = text.baseAddress else { return 0 }
        if count >= 8 { return UInt64(littleEndian: (base + place).loadUnaligned(as: UInt64.self)) }
        // The last eight bytes hold those that are wanted at their upper end.
        if text.count >= 8 {
            let last = UInt64(littleEndian: (base + text.count - 8).loadUnaligned(as: UInt64.self))
            return last >> UInt64(64 - count * 8)
        }
        return text[place...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func take(_ text: String?) {
        var text = text ?? ""
        text.withUTF8 { take(UnsafeRawBufferPointer($0)) }
    }

    mutating func take(_ date: Instant?) {
        take(date == nil ? 0 : 1, date.map { UInt64(bitPattern: $0.secondsSince1970) } ?? 0)
    }

    /// The digest as 32 hexadecimal digits.
    public var text: String {
        [a, b].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// Counts items and digests them without making a single string of them.
public final class DigestingVisitor: ItemVisitor {
    /// Items of the present feed.
    public private(set) var itemCount = 0
    private var digest = FeedDigest()
    private var line: [UInt8] = []

    /// A visitor for one feed after another.
    public init() {}

    /// Takes in one item.
    public func take(_ item: ItemFields) {
        itemCount += 1
        digest.take(item.title)
        takeWritten(item.link)
        takeWritten(item.id)
        digest.take(item.published)
        digest.take(item.updated)
        digest.take(count: item.categories.count)
        for category in item.categories { digest.take(category.term) }
        line.removeAll(keepingCapacity: true)
        appendLine(
            of: item.summary, form: item.summaryForm == .plain ? .plain : .html, to: &line, limit: summaryLimit)
        line.withUnsafeBytes { digest.take($0) }
    }

    /// What was not made into a line may hold ill-formed UTF-8, which a string repairs; the digest is that of strings.
    private func takeWritten(_ bytes: UnsafeRawBufferPointer) {
        if bytes.isUTF8 { digest.take(bytes) } else { digest.take(bytes.text) }
    }

    /// Forgets what was taken of the present feed.
    public func startOver() {
        itemCount = 0
        digest = FeedDigest()
    }

    /// The digest of the feed that was read; the visitor is ready for the next.
    public func finish(_ facts: FeedFacts) -> FeedDigest {
        defer { startOver() }
        digest.take(.max, .max)
        digest.take(facts.title)
        digest.take(facts.language)
        return digest
    }
}

/// The longest summary, in bytes of plain text: far more than a mapper or an editor looks at.
public let summaryLimit = 16_384

/// A summary as one line of plain text, as `items` prints it and the digest takes it.
public func summaryLine(_ summary: Markup) -> String {
    line(of: summary.source, form: summary.form == .plain ? .plain : .html, limit: summaryLimit)
}

private func appendSummaryLine(of summary: Markup, to output: inout [UInt8]) {
    var source = summary.source
    source.withUTF8 {
        appendLine(
            of: UnsafeRawBufferPointer($0), form: summary.form == .plain ? .plain : .html, to: &output,
            limit: summaryLimit)
    }
}

extension FeedDigest {
    /// The digest of a document.
    public init(of document: FeedDocument) {
        self.init()
        var line: [UInt8] = []
        for item in document.items { take(item, &line) }
        take(.max, .max)
        take(document.title)
        take(document.language)
    }

    /// Takes in an item; `line` is where its summary is written, kept from item to item.
    private mutating func take(_ item: Item, _ line: inout [UInt8]) {
        take(item.title)
        take(item.link)
        take(item.id)
        take(item.published)
        take(item.updated)
        take(count: item.categories.count)
        for category in item.categories { take(category.term) }
        line.removeAll(keepingCapacity: true)
        if let summary = item.summary { appendSummaryLine(of: summary, to: &line) }
        line.withUnsafeBytes { take($0) }
    }
}
