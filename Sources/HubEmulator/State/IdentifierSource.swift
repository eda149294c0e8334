internal import News

/// Makes the ids that the hub gives out. They look random, and follow from the seed, so that a test can repeat a run.
struct IdentifierSource: Sendable {
    private var state: UInt64
    private var count = 0

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64 (Steele, Lea, Flood 2014).
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// `9a3cf31f-7ae5-4d4b-9d32-a1b2c3d4e5f6`
    mutating func trackingID() -> String {
        let (high, low) = (next(), next())
        let groups: [(UInt64, digits: Int)] = [
            (high >> 32, 8), (high >> 16 & 0xFFFF, 4), (high & 0xFFF | 0x4000, 4), (low >> 48 & 0xFFF | 0x9000, 4),
            (low & 0xFFFF_FFFF_FFFF, 12),
        ]
        return groups.map { hexadecimal($0.0, digits: $0.digits) }.joined(separator: "-")
    }

    /// `0de2de92084545cfa6f5159cc54663b0-20181107001821-33331921-11`
    mutating func notificationID(now: Instant) -> String {
        count += 1
        return hexadecimal(next(), digits: 16) + hexadecimal(next(), digits: 16)
            + "-\(compactTimeStamp(now))-\(count)-\(count % 100)"
    }

    /// Underscores instead of hyphens, and longer.
    mutating func scheduledID(now: Instant) -> String {
        let parts = notificationID(now: now).split(separator: "-").joined(separator: "_")
        return "\(parts)_QNHQueue\(hexadecimal(next(), digits: 16))-S\(count)"
    }

    /// `4497227228776861650-7267172778370643468-3`
    mutating func registrationID() -> String {
        "\(next() >> 1)-\(next() >> 1)-\(1 + next() % 9)"
    }
}
