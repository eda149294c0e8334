/// A text that must not be shown: neither printed, nor described, nor dumped.
struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself, for the signature and the one header it belongs in.
    let text: String

    init(_ text: String) {
        self.text = text
    }

    var description: String { "<hidden>" }
    var debugDescription: String { "<hidden>" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
