internal import PlainText

/// A text broken into lines of at most so many columns: at blanks, and anywhere in words that are too long and in
/// writings without blanks. What is beyond the last line is cut, with an ellipsis.
struct ScreenLines {
    private(set) var lines: [String] = []
    private(set) var isCut = false
    private let columns: Int
    private let most: Int
    private var current = ""
    private var used = 0

    init(_ text: String, columns: Int, most: Int = .max) {
        self.columns = max(2, columns)
        self.most = most
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: true) where !isCut {
            add(line(of: String(paragraph), form: .plain))
            endLine()
        }
    }

    private mutating func add(_ paragraph: String) {
        for word in paragraph.split(separator: " ") {
            guard !isCut else { return }
            let width = displayWidth(of: String(word))
            let gap = used > 0 ? 1 : 0
            if used + gap + width <= columns {
                put(gap > 0 ? " " + word : String(word), gap + width)
            } else if width <= columns, !isMostlyCJK(String(word)) {
                endLine()
                put(String(word), width, afterBlank: true)
            } else {
                addPieces(of: word)
            }
        }
    }

    /// A word that no line holds, or that may be broken anywhere: as much as fits on each line.
    private mutating func addPieces(of word: Substring) {
        if used > 0 {
            if used + 3 <= columns { put(" ", 1) } else { endLine() }
        }
        for cluster in word {
            guard !isCut else { return }
            let width = displayWidth(of: String(cluster))
            if used + width > columns { endLine() }
            put(String(cluster), width)
        }
    }

    private mutating func put(_ text: String, _ width: Int, afterBlank: Bool = false) {
        guard !isCut else { return }
        // The first text beyond the last line shows that there is more. Devices cut in the middle of a word.
        if lines.count >= most {
            isCut = true
            guard let last = lines.popLast() else { return }
            lines.append(afterBlank ? clipped("\(last) \(text)", toColumns: columns) : withEllipsis(last))
            return
        }
        current += text
        used += width
    }

    private mutating func endLine() {
        if used > 0, lines.count < most { lines.append(current) }
        current = ""
        used = 0
    }

    private func withEllipsis(_ line: String) -> String {
        displayWidth(of: line) < columns ? line + "…" : clipped(line + "…", toColumns: columns)
    }
}
