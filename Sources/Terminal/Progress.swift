internal import PlainText

/// One line that changes in place while something long goes on; nothing at all where nobody looks.
public final class Progress {
    private let output: Output
    private let facts: TerminalFacts
    private var isShown = false

    /// A line on a stream, drawn only when that is a terminal.
    public init(_ output: Output, _ facts: TerminalFacts) {
        self.output = output
        self.facts = facts
    }

    /// Draws the line anew: `what` and how far it is.
    public func show(_ what: String, done: Int, of total: Int) {
        guard facts.isTerminal else { return }
        // On a full last column some terminals begin a new line.
        let line = clipped(terminalSafe("\(what) \(done)/\(total)"), toColumns: facts.columns - 1)
        output.write("\r\u{1b}[K\(line)")
        isShown = true
    }

    /// Takes the line away; call it before anything else is written to the screen.
    public func clear() {
        guard isShown else { return }
        output.write("\r\u{1b}[K")
        isShown = false
    }
}
