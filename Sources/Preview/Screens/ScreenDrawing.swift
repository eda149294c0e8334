internal import PlainText

/// Lock screens drawn with box characters.
struct ScreenDrawing {
    let columns: Int
    let style: PreviewStyle

    /// The screens of these payloads, as many beside each other as the terminal has room for.
    func lines(_ payloads: [FilledPayload]) -> [String] {
        var rows: [[Box]] = []
        for payload in payloads {
            let box = box(payload)
            if let row = rows.last, row.reduce(box.width, { $0 + $1.width + 1 }) <= columns {
                rows[rows.count - 1].append(box)
            } else {
                rows.append([box])
            }
        }
        return rows.flatMap(beside)
    }

    private struct Box {
        var width: Int
        var lines: [String]
    }

    private func beside(_ boxes: [Box]) -> [String] {
        let height = boxes.map(\.lines.count).max() ?? 0
        return (0..<height).map { number in
            var line = ""
            for (place, box) in boxes.enumerated() where number < box.lines.count || place + 1 < boxes.count {
                let isThere = number < box.lines.count
                line +=
                    (place > 0 ? " " : "") + (isThere ? box.lines[number] : String(repeating: " ", count: box.width))
            }
            return line.last == " " ? String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)]) : line
        }
    }

    private func box(_ payload: FilledPayload) -> Box {
        let form = ScreenForm(payload.platform)
        let inner = min(form.columns, max(columns - 4, 8))
        let text = ScreenText(payload.shown, form, columns: inner)
        var lines = [top(payload.device, inner + 2)]
        if payload.shown.isBlank {
            lines += ScreenLines(payload.shown.lack, columns: inner).lines.map { row($0, inner, style.dim) }
        }
        for line in text.title {
            lines.append(row(line, inner, from: firstStrongDirection(of: line), style.bold))
        }
        let direction = firstStrongDirection(of: payload.shown.body)
        for line in text.body {
            lines.append(row(line, inner, from: direction) { $0 })
        }
        lines.append("╰" + String(repeating: "─", count: inner + 2) + "╯")
        return Box(width: inner + 4, lines: lines)
    }

    private func top(_ name: String, _ width: Int) -> String {
        let name = terminalSafe(clipped(name, toColumns: width - 4))
        return "╭─ \(name) " + String(repeating: "─", count: max(0, width - 3 - displayWidth(of: name))) + "╮"
    }

    /// A line between two edges; one of a text that is written from right to left begins at the right.
    private func row(
        _ text: String, _ width: Int, from direction: TextDirection? = nil, _ styled: (String) -> String
    ) -> String {
        let safe = terminalSafe(text)
        let blanks = String(repeating: " ", count: max(0, width - displayWidth(of: safe)))
        return "│ " + (direction == .rightToLeft ? blanks + styled(safe) : styled(safe) + blanks) + " │"
    }
}

/// Weight for a terminal, or none.
public struct PreviewStyle {
    let bold: (String) -> String
    let dim: (String) -> String

    /// A style from what makes a text bold, and what makes it pale.
    public init(bold: @escaping (String) -> String, dim: @escaping (String) -> String) {
        self.bold = bold
        self.dim = dim
    }

    /// No weight at all.
    public static var plain: PreviewStyle { PreviewStyle(bold: { $0 }, dim: { $0 }) }
}
