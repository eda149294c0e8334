internal import PlainText

/// A section name without what publishers vary: case, accents of Latin letters, blanks and punctuation.
package struct SectionKey: Hashable {
    /// ``stableHash(_:)`` of the key's UTF-8; the table holds no texts.
    package let hash: UInt64

    /// Longer names are sentences; no section is called so.
    private static let longestName = 256

    /// The key of `name`; nil when it has no letter or digit, or is far too long for a name.
    package init?(_ name: Substring) {
        let bytes = name.utf8
        guard bytes.count <= SectionKey.longestName else { return nil }
        if let hash = SectionKey.hashOfASCII(bytes) {
            self.hash = hash
        } else {
            let key = sectionKey(String(name))
            guard !key.isEmpty else { return nil }
            hash = stableHash(key.utf8)
        }
    }

    /// The hash that ``sectionKey(_:)`` would lead to, without making a string: nearly all addresses are ASCII.
    /// Nil for names with other characters and for names without a letter or digit.
    private static func hashOfASCII(_ bytes: Substring.UTF8View) -> UInt64? {
        var hash = StableHash()
        var isEmpty = true
        var hyphenIsDue = false
        for byte in bytes {
            guard let kept = isASCIIDigit(byte) ? byte : lowercaseLetter(byte) else {
                if byte >= 0x80 { return nil }
                hyphenIsDue = !isEmpty
                continue
            }
            if hyphenIsDue { hash.combine(UInt8(ascii: "-")) }
            hyphenIsDue = false
            isEmpty = false
            hash.combine(kept)
        }
        return isEmpty ? nil : hash.value
    }
}
