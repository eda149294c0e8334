/// Weight and colour by ANSI sequences, or nothing where they are not wanted.
public struct Style: Sendable {
    /// Whether sequences are written at all.
    public var isOn: Bool

    /// A style for a stream.
    public init(_ facts: TerminalFacts) {
        isOn = facts.usesStyle
    }

    /// Headings.
    public func bold(_ text: String) -> String { wrapped(text, in: "1") }
    /// What can be left out.
    public func dim(_ text: String) -> String { wrapped(text, in: "2") }

    private func wrapped(_ text: String, in code: String) -> String {
        isOn && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
