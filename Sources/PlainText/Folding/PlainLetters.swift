/// Most titles are made of few kinds of letters, and this is ten times as fast. Nil where one of them must be looked up.
func foldPlainLetters(_ bytes: UnsafeBufferPointer<UInt8>, separator: UInt8, onlyASCII: Bool = false) -> String? {
    var isKnown = true
    // No letter of these is longer folded.
    let folded = String(unsafeUninitializedCapacity: bytes.count) { room in
        var words = PlainWordWriter(room: room, separator: separator)
        isKnown = words.append(bytes, onlyASCII: onlyASCII)
        return words.count
    }
    return isKnown ? folded : nil
}

/// Joins words with single separators.
private struct PlainWordWriter {
    let room: UnsafeMutableBufferPointer<UInt8>
    let separator: UInt8
    private(set) var count = 0
    private var isBetweenWords = false

    init(room: UnsafeMutableBufferPointer<UInt8>, separator: UInt8) {
        self.room = room
        self.separator = separator
    }

    /// False where a character must be looked up.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, onlyASCII: Bool) -> Bool {
        var place = 0
        var previous: UInt32 = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x80 {
                place += 1
                previous = UInt32(byte)
                if isASCIILetter(byte) {
                    append(byte | 0x20)
                } else if isASCIIDigit(byte) {
                    append(byte)
                } else {
                    isBetweenWords = count > 0
                }
                continue
            }
            guard !onlyASCII, let (scalar, length) = shortScalar(bytes, at: place) else { return false }
            place += length
            switch SimpleFolding.fold(scalar, after: previous) {
            case SimpleFolding.needsTables: return false
            case SimpleFolding.ignored: break
            case 0x20: isBetweenWords = count > 0
            case let folded: append(folded)
            }
            previous = scalar
        }
        return true
    }

    private mutating func append(_ byte: UInt8) {
        if isBetweenWords {
            put(separator)
            isBetweenWords = false
        }
        put(byte)
    }

    private mutating func append(_ scalar: UInt32) {
        guard scalar >= 0x80 else { return append(UInt8(truncatingIfNeeded: scalar)) }
        if scalar < 0x800 {
            append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
        } else {
            append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
        }
        put(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }

    private mutating func put(_ byte: UInt8) {
        room[count] = byte
        count += 1
    }
}

/// A character of two or three bytes, and how many; nil for anything else, also for what is no UTF-8.
private func shortScalar(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> (scalar: UInt32, count: Int)? {
    let first = UInt32(bytes[place])
    guard place + 1 < bytes.count, bytes[place + 1] & 0xC0 == 0x80 else { return nil }
    let second = UInt32(bytes[place + 1] & 0x3F)
    switch first {
    case 0xC2...0xDF: return ((first & 0x1F) << 6 | second, 2)
    case 0xE0...0xEF:
        guard place + 2 < bytes.count, bytes[place + 2] & 0xC0 == 0x80 else { return nil }
        let scalar = (first & 0x0F) << 12 | second << 6 | UInt32(bytes[place + 2] & 0x3F)
        return scalar < 0x800 ? nil : (scalar, 3)
    default: return nil
    }
}
