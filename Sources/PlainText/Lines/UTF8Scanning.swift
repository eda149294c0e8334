/// The scalar whose UTF-8 starts at `index`, and its bytes; `nil` with the bytes of the ill-formed part, which
/// becomes one U+FFFD (the "maximal subpart" rule of the Unicode Standard, 3.9, as browsers do).
func decodeScalar(_ bytes: UnsafeRawBufferPointer, at index: Int) -> (scalar: Unicode.Scalar?, width: Int) {
    let lead = bytes[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let width: Int
    var value: UInt32
    var range: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: (width, value) = (2, UInt32(lead & 0x1F))
    case 0xE0...0xEF:
        (width, value) = (3, UInt32(lead & 0x0F))
        if lead == 0xE0 { range = 0xA0...0xBF }
        if lead == 0xED { range = 0x80...0x9F }
    case 0xF0...0xF4:
        (width, value) = (4, UInt32(lead & 0x07))
        if lead == 0xF0 { range = 0x90...0xBF }
        if lead == 0xF4 { range = 0x80...0x8F }
    default: return (nil, 1)
    }
    for offset in 1..<width {
        guard index + offset < bytes.count, range.contains(bytes[index + offset]) else { return (nil, offset) }
        value = value << 6 | UInt32(bytes[index + offset] & 0x3F)
        range = 0x80...0xBF
    }
    return (Unicode.Scalar(value), width)
}

/// Finds where a run of text that can be copied as it is ends.
struct RunScanner {
    /// Bytes that end a run besides the ones that always do; equal to one that always does when there is none.
    private let tagByte: UInt8
    private let referenceByte: UInt8

    init(form: TextForm) {
        (tagByte, referenceByte) = form == .html ? (UInt8(ascii: "<"), UInt8(ascii: "&")) : (0, 0)
    }

    /// The first place from `start` on that needs a closer look: markup, controls, a blank before another blank,
    /// characters that are not simply kept, ill-formed UTF-8. `end` when there is none.
    func endOfRun(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        var index = start
        while index < end {
            if index + 8 < end {
                let stops = stopBits(in: bytes, at: index)
                guard stops != 0 else {
                    index += 8
                    continue
                }
                index += stops.trailingZeroBitCount >> 3
            }
            let byte = bytes[index]
            if byte >= 0x80 {
                let next = endOfNonASCII(in: bytes, from: index, to: end)
                guard next > index else { return index }
                index = next
            } else {
                let isDouble = byte == blank && index + 1 < end && bytes[index + 1] == blank
                guard byte >= 0x20, byte != 0x7F, byte != tagByte, byte != referenceByte, !isDouble else {
                    return index
                }
                index += 1
            }
        }
        return index
    }

    /// Behind the scalars beyond ASCII that are simply kept, and the single blanks between them.
    private func endOfNonASCII(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        var index = start
        while index < end {
            let byte = bytes[index]
            if byte >= 0x80 {
                let width = widthOfKeptScalar(in: bytes, at: index, to: end)
                guard width > 0 else { return index }
                index += width
            } else if byte == blank, index + 1 < end, bytes[index + 1] >= 0x80 {
                index += 1
            } else {
                return index
            }
        }
        return index
    }

    /// Eight bytes at once: the lowest set bit is the top bit of the first byte that may end the run. Bits above it
    /// may be wrong, as borrows run upwards.
    @inline(__always)
    private func stopBits(in bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self))
        let blanks = (word ^ every(blank)) | (next ^ every(blank))
        let control = (word &- every(0x20)) & ~word
        let deleteOrHigh = (word &+ every(1)) | word
        return
            (control | deleteOrHigh | zeroBytes(blanks) | zeroBytes(word ^ every(tagByte))
            | zeroBytes(word ^ every(referenceByte))) & every(0x80)
    }

    @inline(__always)
    private func every(_ byte: UInt8) -> UInt64 {
        0x0101_0101_0101_0101 &* UInt64(byte)
    }

    @inline(__always)
    private func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- every(1)) & ~word
    }

    /// The bytes of the well-formed scalar at `index` when it is surely one that is kept; else 0. The lead bytes
    /// left out here lead some scalars that are not.
    @inline(__always)
    private func widthOfKeptScalar(in bytes: UnsafeRawBufferPointer, at index: Int, to end: Int) -> Int {
        let lead = bytes[index]
        switch lead {
        case 0xC2:
            guard index + 1 < end else { return 0 }
            let second = bytes[index + 1]
            return second &- 0xA1 < 0x1F && second != 0xAD ? 2 : 0
        case 0xD8:
            return index + 1 < end && isContinuation(bytes[index + 1]) && bytes[index + 1] != 0x9C ? 2 : 0
        case 0xC3...0xDF:
            return index + 1 < end && isContinuation(bytes[index + 1]) ? 2 : 0
        case 0xE0...0xEF:
            guard index + 2 < end, isContinuation(bytes[index + 1]), isContinuation(bytes[index + 2]) else { return 0 }
            let second = bytes[index + 1]
            switch lead {
            case 0xE0: return second >= 0xA0 ? 3 : 0
            case 0xE1: return second != 0x9A ? 3 : 0
            // U+2010 to U+201F are the dashes and quotation marks that news is full of.
            case 0xE2: return second > 0x81 || (second == 0x80 && bytes[index + 2] &- 0x90 < 0x10) ? 3 : 0
            case 0xE3: return second != 0x80 && second != 0x85 || (second == 0x80 && bytes[index + 2] != 0x80) ? 3 : 0
            case 0xED: return second < 0xA0 ? 3 : 0
            // Variation selectors and the full-width forms of Chinese punctuation.
            case 0xEF: return second == 0xB8 || second == 0xBC || second == 0xBD ? 3 : 0
            default: return 3
            }
        case 0xF0:
            guard index + 3 < end, bytes[index + 1] &- 0x90 < 0x10, isContinuation(bytes[index + 2]),
                isContinuation(bytes[index + 3])
            else { return 0 }
            return bytes[index + 1] == 0x9F && bytes[index + 2] == 0xBF ? 0 : 4
        default:
            return 0
        }
    }

    @inline(__always)
    private func isContinuation(_ byte: UInt8) -> Bool {
        byte & 0xC0 == 0x80
    }
}
