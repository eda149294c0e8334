internal import PlainText

/// Breaks running text at blanks into lines of at most `width` columns. A word that is longer stands alone on its line;
/// line ends in the text begin a new line.
public func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
        var line = ""
        var used = 0
        for word in paragraph.split(separator: " ") {
            let length = displayWidth(of: String(word))
            if used > 0, used + 1 + length > width {
                lines.append(line)
                line = ""
                used = 0
            }
            line += used > 0 ? " \(word)" : String(word)
            used += (used > 0 ? 1 : 0) + length
        }
        lines.append(line)
    }
    return lines
}

/// The same, with blanks before each line; the width counts them.
public func wrapped(_ text: String, width: Int, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return wrapped(text, width: max(20, width - indent)).map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
}

/// Terms with their meanings beside them, the meanings wrapped in their own column. Where a term is too long for the
/// narrow column its meaning begins on the next line.
public func definitionList(_ rows: [(term: String, text: String)], width: Int, indent: Int = 2) -> String {
    let widest = rows.map { displayWidth(of: $0.term) }.filter { $0 <= 32 }.max() ?? 0
    let column = min(indent + widest + 2, max(indent + 8, width / 2))
    let margin = String(repeating: " ", count: column)
    var lines: [String] = []
    for row in rows {
        var texts = wrapped(row.text, width: max(20, width - column))[...]
        var first = String(repeating: " ", count: indent) + row.term
        let used = indent + displayWidth(of: row.term)
        if used + 2 <= column {
            first += String(repeating: " ", count: column - used) + (texts.popFirst() ?? "")
        }
        lines.append(first)
        lines += texts.map { margin + $0 }
    }
    return lines.map(withoutTrailingBlanks).joined(separator: "\n")
}

/// Rows of cells in columns that are as wide as their widest cell; nothing follows the last cell of a row.
public func alignedTable(_ rows: [[String]], gap: Int = 2) -> [String] {
    var widths: [Int] = []
    for row in rows {
        for (position, cell) in row.enumerated() {
            if position == widths.count { widths.append(0) }
            widths[position] = max(widths[position], displayWidth(of: cell))
        }
    }
    return rows.map { row in
        let cells = row.enumerated().map { position, cell in
            position == row.count - 1
                ? cell : cell + String(repeating: " ", count: widths[position] + gap - displayWidth(of: cell))
        }
        return withoutTrailingBlanks(cells.joined())
    }
}

private func withoutTrailingBlanks(_ line: String) -> String {
    guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...last])
}
