internal import Glibc

/// What is known about the screen behind a stream.
public struct TerminalFacts: Sendable, Equatable {
    /// Somebody looks at it: not a file or a pipe.
    public var isTerminal: Bool
    /// Columns of text.
    public var columns: Int
    /// Colour and weight may be used.
    public var usesStyle: Bool

    /// Facts from their parts.
    public init(isTerminal: Bool, columns: Int, usesStyle: Bool) {
        self.isTerminal = isTerminal
        self.columns = columns
        self.usesStyle = usesStyle
    }

    /// The facts about a descriptor: `COLUMNS` wins over what the terminal says, 80 stands for what nobody knows.
    /// `NO_COLOR` (https://no-color.org) and `TERM=dumb` turn style off.
    public init(descriptor: Int32, variable: (String) -> String?) {
        let isTerminal = isatty(descriptor) == 1
        self.init(
            isTerminal: isTerminal, windowColumns: isTerminal ? windowColumns(descriptor) : nil, variable: variable)
    }

    init(isTerminal: Bool, windowColumns: Int?, variable: (String) -> String?) {
        let named = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let noColor = variable("NO_COLOR").map { !$0.isEmpty } ?? false
        self.init(
            isTerminal: isTerminal, columns: min(1_000, max(20, named ?? windowColumns ?? 80)),
            usesStyle: isTerminal && !noColor && variable("TERM") != "dumb")
    }
}

private func windowColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}
