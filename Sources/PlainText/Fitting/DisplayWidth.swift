internal import CUTF8Proc

/// The columns that `text` takes in a terminal: East Asian wide characters and emoji take two, combining marks and
/// formatting none.
public func displayWidth(of text: String) -> Int {
    width(of: text[...])
}

/// `text` in at most `columns` columns, `ellipsis` included where something was cut off; see
/// ``clipped(_:toUTF8Bytes:ellipsis:)`` for where it is cut.
public func clipped(_ text: String, toColumns columns: Int, ellipsis: String = "…") -> String {
    clip(text, to: columns, ellipsis: ellipsis, sizeOfEnd: 0, size: width)
}

/// `text` followed by the blanks that fill `columns` columns; none when it is that wide already.
public func padded(_ text: String, toColumns columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - displayWidth(of: text)))
}

private func width(of text: Substring) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
}

/// Emoji sequences (joined, flags, with a skin colour or the emoji variation) are drawn as one wide picture;
/// elsewhere terminals add up what a cluster is made of.
private func width(of cluster: Character) -> Int {
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.dropFirst().isEmpty { return width(of: first) }
    let isFlag = (0x1F1E6...0x1F1FF).contains(first.value)
    let isEmoji = isFlag || first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}")
    return isEmoji ? 2 : scalars.reduce(0) { $0 + width(of: $1) }
}

private func width(of scalar: Unicode.Scalar) -> Int {
    max(0, Int(utf8proc_charwidth(Int32(bitPattern: scalar.value))))
}
