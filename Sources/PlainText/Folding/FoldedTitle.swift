internal import CUTF8Proc

/// `text` as it is compared with other titles: compatibility forms and case folded (Unicode's NFKC_Casefold),
/// everything but letters, marks and digits turned into single blanks, none first or last.
///
/// - Parameter dropAccents: Whether accents of Latin letters are dropped too: `Élysée` and `Elysee` are then one.
///   Marks of other scripts always stay, as they make different words.
public func foldedTitle(_ text: String, dropAccents: Bool = false) -> String {
    fold(text, separator: blank, dropAccents: dropAccents)
}

/// The key under which the name of a newspaper section is looked up: ``foldedTitle(_:dropAccents:)`` without
/// accents, and with `-` between words, as in an address (`Politique étrangère` is `politique-etrangere`).
public func sectionKey(_ name: String) -> String {
    fold(name, separator: UInt8(ascii: "-"), dropAccents: true)
}

private func fold(_ text: String, separator: UInt8, dropAccents: Bool) -> String {
    var text = text
    return text.withUTF8 { bytes in
        if let folded = foldPlainLetters(bytes, separator: separator, onlyASCII: dropAccents) { return folded }
        var words = WordWriter(separator: separator)
        for scalar in foldedScalars(bytes, dropAccents: dropAccents) { words.append(scalar) }
        return String(decoding: words.bytes, as: UTF8.self)
    }
}

/// Letters, marks and digits in NFKC_Casefold; blanks for everything else.
func foldedScalars(_ bytes: UnsafeBufferPointer<UInt8>, dropAccents: Bool) -> [Unicode.Scalar] {
    let decompose = UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
    let options = utf8proc_option_t(decompose | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue)
    // Decomposed text is rarely longer in scalars than in bytes; where it is, the first call tells the size.
    var scalars = [Int32](repeating: 0, count: bytes.count + 16)
    var count = utf8proc_decompose(bytes.baseAddress, bytes.count, &scalars, scalars.count, options)
    if count > scalars.count {
        scalars = [Int32](repeating: 0, count: count)
        count = utf8proc_decompose(bytes.baseAddress, bytes.count, &scalars, scalars.count, options)
    }
    guard count > 0 else { return [] }
    scalars.removeLast(scalars.count - count)
    keepWords(of: &scalars, dropAccents: dropAccents)
    let compose = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
    count = utf8proc_normalize_utf32(&scalars, scalars.count, compose)
    return scalars.prefix(max(0, count)).compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
}

private func keepWords(of scalars: inout [Int32], dropAccents: Bool) {
    var kept = 0
    var followsLatin = false
    for scalar in scalars {
        if dropAccents, followsLatin, (0x300...0x36F).contains(scalar) { continue }
        followsLatin = isLatin(scalar)
        let plain = dropAccents ? withoutStroke(scalar) : scalar
        scalars[kept] = isPartOfWord(scalar) ? plain : Int32(blank)
        kept += 1
    }
    scalars.removeLast(scalars.count - kept)
}

/// Letters, marks (Indic vowels are some) and numbers.
private func isPartOfWord(_ scalar: Int32) -> Bool {
    let category = utf8proc_category(scalar)
    return category.rawValue >= UTF8PROC_CATEGORY_LU.rawValue && category.rawValue <= UTF8PROC_CATEGORY_NO.rawValue
}

private func isLatin(_ scalar: Int32) -> Bool {
    switch scalar {
    case 0x61...0x7A, 0xDF...0x24F, 0x1E00...0x1EFF: true
    default: false
    }
}

/// The Latin letters whose stroke or missing dot Unicode counts as part of the letter.
private func withoutStroke(_ scalar: Int32) -> Int32 {
    switch scalar {
    case 0x131: 0x69  // ı
    case 0xF8: 0x6F  // ø
    case 0x142: 0x6C  // ł
    case 0x111: 0x64  // đ
    case 0x127: 0x68  // ħ
    case 0x167: 0x74  // ŧ
    default: scalar
    }
}

/// Joins words with single separators.
private struct WordWriter {
    private(set) var bytes: [UInt8] = []
    private let separator: UInt8
    private var isBetweenWords = false

    init(separator: UInt8) {
        self.separator = separator
    }

    mutating func endWord() {
        isBetweenWords = !bytes.isEmpty
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        guard scalar != " " else { return endWord() }
        startWordIfNeeded()
        bytes.append(contentsOf: scalar.utf8)
    }

    private mutating func startWordIfNeeded() {
        guard isBetweenWords else { return }
        bytes.append(separator)
        isBetweenWords = false
    }
}
