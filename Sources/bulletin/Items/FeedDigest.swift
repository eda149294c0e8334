internal import News

/// A number that changes with every field of every item, so that nobody can count items without reading them.
///
/// It is defined over what `--format json` prints. An item's number is made of title, link, id, published, updated, the
/// number of categories and each of them, summary and language; a feed's number of those of its items in order; the
/// number of a run of those of its feeds, 0 for a feed that could not be read. A field is its length in bytes plus one,
/// then its bytes of UTF-8 in words of eight, little-endian, the last one filled with zeros; a field that is null or
/// empty is the single word 0. A time is the word 1 and its seconds since 1970. Each word is mixed in by `value = (value ^ word) * 0x9FB21C651E98DF25`, then
/// `value ^= value >> 32`, from 0x9E3779B97F4A7C15 on.
struct FeedDigest {
    private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func add(word: UInt64) {
        value = (value ^ word) &* 0x9FB2_1C65_1E98_DF25
        value ^= value >> 32
    }

    mutating func add(_ field: UnsafeRawBufferPointer) {
        guard !field.isEmpty else { return add(word: 0) }
        add(word: UInt64(field.count) &+ 1)
        var position = 0
        while position + 8 <= field.count {
            add(word: UInt64(littleEndian: field.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
            position += 8
        }
        guard position < field.count else { return }
        var last: UInt64 = 0
        for offset in stride(from: field.count - 1, through: position, by: -1) {
            last = last << 8 | UInt64(field[offset])
        }
        add(word: last)
    }

    mutating func add(_ time: Instant?) {
        guard let time else { return add(word: 0) }
        add(word: 1)
        add(word: UInt64(bitPattern: time.secondsSince1970))
    }

    mutating func add(_ field: String?) {
        guard var field else { return add(word: 0) }
        field.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }
}

extension FeedDigest {
    /// Sixteen hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
