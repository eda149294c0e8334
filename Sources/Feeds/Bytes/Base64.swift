/// The text that Base64 (RFC 4648) stands for, nil if it is not Base64 or not text. Blanks are skipped.
func decodedBase64(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var result: [UInt8] = []
    var word: UInt32 = 0
    var bits = 0
    for byte in text {
        let value: UInt32
        switch byte {
        case 0x41...0x5a: value = UInt32(byte) - 0x41
        case 0x61...0x7a: value = UInt32(byte) - 0x61 + 26
        case 0x30...0x39: value = UInt32(byte) - 0x30 + 52
        case 0x2b: value = 62
        case 0x2f: value = 63
        case 0x20, 0x0a, 0x0d, 0x09, 0x3d: continue
        default: return nil
        }
        word = word << 6 | value
        bits += 6
        if bits >= 8 {
            bits -= 8
            result.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
        }
    }
    guard result.withUnsafeBytes({ $0.isUTF8 }) else { return nil }
    return result
}
