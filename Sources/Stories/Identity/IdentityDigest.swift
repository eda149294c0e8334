/// 128 bits of SHA-256: how the ledger remembers what identifies a story.
///
/// Texts of publishers are untrusted, so a weak or seeded hash would let one feed silence another's news; the full
/// texts of 300,000 items would fill four times the space.
public struct IdentityDigest: Sendable, Hashable, Comparable {
    /// Bytes 0 to 7 of the hash, the first one being the most significant.
    public var high: UInt64
    /// Bytes 8 to 15.
    public var low: UInt64

    /// A digest from its halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A digest of 16 stored bytes; nil for any other length.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The 16 bytes, as the ledger stores them.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    /// The order of the stored bytes.
    public static func < (left: IdentityDigest, right: IdentityDigest) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension IdentityDigest: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
