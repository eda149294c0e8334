internal import News
internal import Synchronization

/// Makes the ids that the hub gives out. They look random, and follow from the seed, so that a test can repeat a run.
struct IdentifierSource: Sendable {
    private var state: UInt64
    private var count = 0
    /// The last time stamp, made once a second.
    private var stamp = (time: Instant(secondsSince1970: .min), text: "")

    init(seed: UInt64) {
        state = seed
    }

    private mutating func next() -> UInt64 {
        state &+= step
        return mixed(state)
    }

    /// `0de2de92084545cfa6f5159cc54663b0-20181107001821-33331921-11`
    mutating func notificationID(now: Instant) -> String {
        count += 1
        if stamp.time != now { stamp = (now, compactTimeStamp(now)) }
        return hexadecimalPair(next(), next()) + "-\(stamp.text)-\(count)-\(count % 100)"
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

/// Makes tracking ids, for several threads at once.
final class TrackingIDs: Sendable {
    private let state: Atomic<UInt64>

    init(seed: UInt64) {
        state = Atomic(~seed)
    }

    /// `9a3cf31f-7ae5-4d4b-9d32-a1b2c3d4e5f6`
    func next() -> String {
        let drawn = state.wrappingAdd(2 &* step, ordering: .relaxed).newValue
        let (high, low) = (mixed(drawn &- step) & ~0xF000 | 0x4000, mixed(drawn) & ~(0xC000 << 48) | 0x8000 << 48)
        return String(unsafeUninitializedCapacity: 36) { bytes in
            var position = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    bytes[position] = 0x2D
                    position += 1
                }
                bytes[position] = hexadecimalDigit(digit < 16 ? high : low, 15 - digit % 16)
                position += 1
            }
            return position
        }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the step between states, and what is made of one.
private let step: UInt64 = 0x9E37_79B9_7F4A_7C15

private func mixed(_ state: UInt64) -> UInt64 {
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
}

private func hexadecimalDigit(_ number: UInt64, _ place: Int) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(place))) & 15
    return digit < 10 ? 0x30 + digit : 0x57 + digit
}

private func hexadecimalPair(_ first: UInt64, _ second: UInt64) -> String {
    String(unsafeUninitializedCapacity: 32) { bytes in
        for place in 0..<16 {
            bytes[15 - place] = hexadecimalDigit(first, place)
            bytes[31 - place] = hexadecimalDigit(second, place)
        }
        return 32
    }
}
