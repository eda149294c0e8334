/// `text` as one line that can be printed anywhere within a line of a terminal.
///
/// Nothing in it moves the cursor, rings, changes colours or stays unseen (see ``line(of:form:limit:)``), and text
/// written from right to left stands in an isolate, so that it does not reorder its neighbours.
public func terminalSafe(_ text: String) -> String {
    let line = line(of: text, form: .plain)
    guard hasRightToLeft(line), !isIsolated(line) else { return line }
    return "\u{2068}" + line + "\u{2069}"
}

/// Whether one isolate holds the whole line.
private func isIsolated(_ line: String) -> Bool {
    guard let first = line.unicodeScalars.first, ScalarTreatment(first) == .opensIsolate else { return false }
    var open = OpenDirections()
    var index = line.unicodeScalars.startIndex
    while index < line.unicodeScalars.endIndex {
        let next = line.unicodeScalars.index(after: index)
        _ = open.read(line.unicodeScalars[index..<next])
        if open.ends.isEmpty { return next == line.unicodeScalars.endIndex }
        index = next
    }
    return false
}
