internal import HTTPServer

extension RequestTarget {
    /// Whether the path belongs to the emulator itself and not to the hub.
    var isControl: Bool { segments.isEmpty || segments.first == "$emulator" }

    /// Whether this is a batch of direct sends.
    var isBatch: Bool {
        segments.count == 3 && equalIgnoringCase(segments[1], "messages") && equalIgnoringCase(segments[2], "$batch")
    }
}
