internal import CUTF8Proc

/// A section name as the table spells it: NFKC, case folded, Latin accents dropped, every run of other characters than
/// letters, marks and digits one hyphen, none at the ends. "Économie & Finances" gives `economie-finances`.
package func sectionName(_ text: Substring) -> String {
    var key: [UInt8] = []
    var hyphenIsDue = false
    for scalar in composed(withoutLatinMarks(decomposed(text))) {
        guard isWordCharacter(scalar) else {
            hyphenIsDue = !key.isEmpty
            continue
        }
        if hyphenIsDue { key.append(UInt8(ascii: "-")) }
        hyphenIsDue = false
        guard let character = Unicode.Scalar(UInt32(scalar)) else { continue }
        key.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    }
    return String(decoding: key, as: UTF8.self)
}

private func decomposed(_ text: Substring) -> [Int32] {
    let options = utf8proc_option_t(
        rawValue: UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue
            | UTF8PROC_IGNORE.rawValue)
    let bytes = Array(text.utf8)
    // A code point becomes at most 18 in compatibility decomposition (U+FDFA), and takes at least three bytes then.
    var scalars = [Int32](repeating: 0, count: bytes.count * 6 + 1)
    let count = utf8proc_decompose(bytes, bytes.count, &scalars, scalars.count, options)
    guard count >= 0, count <= scalars.count else { return [] }
    scalars.removeLast(scalars.count - count)
    return scalars
}

/// Drops marks on Latin letters and spells the Latin letters that Unicode does not take apart as publishers do in
/// addresses. Marks of other scripts are part of the word.
private func withoutLatinMarks(_ scalars: [Int32]) -> [Int32] {
    var kept: [Int32] = []
    kept.reserveCapacity(scalars.count)
    var followsLatin = false
    for scalar in scalars {
        if followsLatin, utf8proc_category(scalar) == UTF8PROC_CATEGORY_MN { continue }
        followsLatin = isLatin(scalar)
        kept.append(contentsOf: plainLatin(scalar))
    }
    return kept
}

private func composed(_ scalars: [Int32]) -> [Int32] {
    var scalars = scalars
    let options = utf8proc_option_t(rawValue: UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue)
    let count = utf8proc_normalize_utf32(&scalars, scalars.count, options)
    guard count >= 0, count <= scalars.count else { return [] }
    scalars.removeLast(scalars.count - count)
    return scalars
}

private func isLatin(_ scalar: Int32) -> Bool {
    (0x41...0x24f).contains(scalar) || (0x1e00...0x1eff).contains(scalar)
}

private func plainLatin(_ scalar: Int32) -> [Int32] {
    switch scalar {
    case 0x131: [0x69]  // ı, which Turkish addresses write i
    case 0xe6: [0x61, 0x65]  // æ
    case 0x153: [0x6f, 0x65]  // œ
    case 0xf8: [0x6f]  // ø
    case 0x142: [0x6c]  // ł
    case 0x111, 0xf0: [0x64]  // đ, ð
    default: [scalar]
    }
}

private func isWordCharacter(_ scalar: Int32) -> Bool {
    let category = utf8proc_category(scalar).rawValue
    return category >= UTF8PROC_CATEGORY_LU.rawValue && category <= UTF8PROC_CATEGORY_NO.rawValue
}
