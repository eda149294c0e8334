/// Whether a folded headline has a folded phrase in it, as whole words; where a writing has no blanks between words, any
/// place will do.
public func hasPhrase(_ phrase: String, inFoldedTitle title: String) -> Bool {
    let text = Array(title.unicodeScalars)
    let wanted = Array(phrase.unicodeScalars)
    guard let first = wanted.first, let last = wanted.last, wanted.count <= text.count else { return false }
    return text.firstRange(of: wanted, from: 0) { range in
        (range.lowerBound == 0 || text[range.lowerBound - 1] == " " || !isSetApart(first))
            && (range.upperBound == text.count || text[range.upperBound] == " " || !isSetApart(last))
    }
}

extension [Unicode.Scalar] {
    /// Whether one of the places where `wanted` stands is as asked for. Titles are short: no clever search is needed.
    fileprivate func firstRange(
        of wanted: [Unicode.Scalar], from start: Int, where isFitting: (Range<Int>) -> Bool
    ) -> Bool {
        (start...count - wanted.count).contains { place in
            self[place] == wanted[0] && self[place..<place + wanted.count].elementsEqual(wanted)
                && isFitting(place..<place + wanted.count)
        }
    }
}

/// Whether words of that writing are set apart by blanks: not so for Kana, CJK, Thai, Lao, Burmese, Khmer; and Korean
/// words have endings.
private func isSetApart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF,
        0xF900...0xFAFF, 0x20000...0x3FFFF:
        false
    default: true
    }
}
