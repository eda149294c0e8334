/// The two letters a language tag begins with (ISO 639-1), which is all that section names differ by.
package struct LanguageCode: Sendable, Hashable {
    /// The letters as two bytes, the first one low; 0 for names that belong to no language.
    package let rawValue: UInt16

    package static let english = LanguageCode(first: UInt8(ascii: "e"), second: UInt8(ascii: "n"))
    package static let neutral = LanguageCode(first: 0, second: 0)

    private init(first: UInt8, second: UInt8) {
        rawValue = UInt16(first) | UInt16(second) << 8
    }

    /// The language of a BCP 47 tag such as `pt-BR`; nil when it does not begin with two letters.
    package init?(tag: String?) {
        guard let tag else { return nil }
        var letters = tag.utf8.makeIterator()
        guard let first = letters.next().flatMap(lowercaseLetter), let second = letters.next().flatMap(lowercaseLetter)
        else { return nil }
        if let next = letters.next(), next != UInt8(ascii: "-"), next != UInt8(ascii: "_") { return nil }
        self.init(first: first, second: second)
    }
}

func isASCIILetter(_ byte: UInt8) -> Bool {
    lowercaseLetter(byte) != nil
}

func isASCIIDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}

/// The lowercase form of an ASCII letter; nil for any other byte.
func lowercaseLetter(_ byte: UInt8) -> UInt8? {
    let lowered = byte | 0x20
    return lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z") ? lowered : nil
}
