/// A character reference of HTML: `&eacute;`, `&copy` (some names need no semicolon), `&#8217;`, `&#x2019;`.
struct CharacterReference {
    var first: Unicode.Scalar
    var second: Unicode.Scalar?
    /// Bytes from `&` on, the semicolon included.
    var width: Int

    /// `nil` when the `&` at `index` is just that.
    static func read(in source: UnsafeRawBufferPointer, at index: Int) -> CharacterReference? {
        let rest = UnsafeRawBufferPointer(rebasing: source[(index + 1)...])
        guard let byte = rest.first else { return nil }
        return byte == UInt8(ascii: "#") ? number(in: rest) : frequentName(in: rest) ?? name(in: rest)
    }

    private static func number(in rest: UnsafeRawBufferPointer) -> CharacterReference? {
        var index = 1
        let isHexadecimal = rest.count > 1 && rest[1] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { index = 2 }
        let firstDigit = index
        var value: UInt32 = 0
        while index < rest.count, let digit = hexadecimalValue(of: rest[index]), isHexadecimal || digit < 10 {
            // Beyond the last code point it is wrong whatever follows; no overflow, however many digits.
            if value < 0x11_0000 { value = value * (isHexadecimal ? 16 : 10) + UInt32(digit) }
            index += 1
        }
        guard index > firstDigit else { return nil }
        if index < rest.count, rest[index] == UInt8(ascii: ";") { index += 1 }
        let scalar = windows1252Scalar(value) ?? Unicode.Scalar(value)
        return CharacterReference(first: value == 0 ? "\u{FFFD}" : scalar ?? "\u{FFFD}", width: index + 1)
    }

    /// The names that make up nearly all references in news, without a search.
    private static func frequentName(in rest: UnsafeRawBufferPointer) -> CharacterReference? {
        guard rest.count >= 5 else { return nil }
        let word = UInt32(littleEndian: rest.loadUnaligned(as: UInt32.self))
        switch word {
        case packed("amp;"): return CharacterReference(first: "&", width: 5)
        case packed("quot") where rest[4] == UInt8(ascii: ";"): return CharacterReference(first: "\"", width: 6)
        case packed("nbsp") where rest[4] == UInt8(ascii: ";"): return CharacterReference(first: " ", width: 6)
        default: break
        }
        switch word & 0xFF_FFFF {
        case packed("lt;"): return CharacterReference(first: "<", width: 4)
        case packed("gt;"): return CharacterReference(first: ">", width: 4)
        default: return nil
        }
    }

    private static func name(in rest: UnsafeRawBufferPointer) -> CharacterReference? {
        var count = 0
        while count < rest.count, count <= EntityTable.longestName,
            isASCIILetter(rest[count]) || isASCIIDigit(rest[count])
        {
            count += 1
        }
        if count < rest.count, rest[count] == UInt8(ascii: ";") {
            let name = UnsafeRawBufferPointer(rebasing: rest[..<count])
            if let entity = EntityTable.find(name) {
                return CharacterReference(first: entity.first, second: entity.second, width: count + 2)
            }
        }
        // Without its semicolon the longest of the old names counts, whatever letters follow.
        count = min(count, EntityTable.longestLegacyName)
        while count > 1 {
            let name = UnsafeRawBufferPointer(rebasing: rest[..<count])
            if let entity = EntityTable.find(name), entity.isLegacy {
                return CharacterReference(first: entity.first, width: count + 1)
            }
            count -= 1
        }
        return nil
    }
}
