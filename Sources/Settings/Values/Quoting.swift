internal import News

/// Whether a text seems to hold a key or a signature of the hub.
public func looksSecret(_ text: some StringProtocol) -> Bool {
    let lowered = text.lowercased()
    return secretMarks.contains { lowered.contains($0) }
}

private let secretMarks = [
    "endpoint=", "sharedaccesskey", "sharedaccesssignature", "sharedsecretvalue", "accountkey=", "sig=",
]

/// What was typed, for an error: quoted, cut to a length that a line can hold, without the secrets it may carry.
func quoted(_ text: String) -> String {
    if looksSecret(text) { return "(hidden: it looks like a secret)" }
    let shown = withoutCredentials(text)
    return shown.count > 80 ? "\"\(shown.prefix(79))…\"" : "\"\(shown)\""
}

func isWebAddress(_ text: String) -> Bool {
    let lowered = text.prefix(8).lowercased()
    return lowered.hasPrefix("http://") || lowered.hasPrefix("https://")
}

func trimmed(_ text: some StringProtocol) -> String {
    let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
    return String(text[start..<end])
}

extension UInt8 {
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    var isLetterOrDigit: Bool {
        isDigit || (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z")
    }
}
