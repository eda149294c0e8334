internal import HTTPServer
internal import HubLanguage
internal import JSON

extension NotificationDraft {
    /// Reads a batch of direct sends: `multipart/mixed` with a part `notification` and a part `devices`, a JSON array
    /// of 1 to 1,000 handles.
    init(readingBatch request: HubRequest) throws(Refusal) {
        guard request.target.hasFlag("direct") else {
            throw Refusal(400, "A batch is direct: the query parameter 'direct' is missing.")
        }
        let format = request.headers["ServiceBusNotification-Format"]?.trimmed ?? ""
        guard let platform = Platform(formatName: format) else {
            throw Refusal(400, "The ServiceBusNotification-Format '\(format.prefix(40))' is not supported here.")
        }
        let parts = try multipartParts(request)
        guard let notification = parts["notification"], let devices = parts["devices"] else {
            throw Refusal(400, "A batch needs the parts 'notification' and 'devices'.")
        }
        guard notification.utf8.count <= HubRequest.bodyLimit else {
            throw Refusal(413, "The notification is larger than \(HubRequest.bodyLimit) bytes.")
        }
        audience = .handles(try handles(devices))
        content = .native(platform, payload: try nativePayload(notification, for: platform))
        platformHeaders = NotificationDraft.platformHeaders(of: request)
        body = notification
        isBatch = true
    }
}

private func handles(_ text: String) throws(Refusal) -> [String] {
    guard let list = (try? JSONValue(parsing: text))?.array, (1...1_000).contains(list.count) else {
        throw Refusal(400, "The part 'devices' must be a JSON array of 1 to 1000 handles.")
    }
    let handles = list.compactMap { $0.string }.filter { !$0.isEmpty }
    guard handles.count == list.count else { throw Refusal(400, "A device handle is not a string.") }
    return handles
}

/// The parts by the name in their `Content-Disposition` (RFC 2046, section 5.1).
private func multipartParts(_ request: HubRequest) throws(Refusal) -> [String: String] {
    guard let boundary = parameter("boundary", of: request.headers["Content-Type"] ?? ""), !boundary.isEmpty else {
        throw Refusal(400, "The Content-Type of a batch must be multipart/mixed with a boundary.")
    }
    var parts: [String: String] = [:]
    let text = "\r\n" + (try NotificationDraft.text(of: request.body))
    // Of what stands between two delimiters, the first piece is the preamble and the last the epilogue.
    for piece in split(text, at: "\r\n--" + boundary).dropFirst() where !piece.hasPrefix("--") {
        guard let blank = range(of: "\r\n\r\n", in: piece) else { continue }
        for line in piece[..<blank.lowerBound].split(separator: "\r\n")
        where equalIgnoringCase(line.prefix(20), "Content-Disposition:") {
            if let name = parameter("name", of: String(line)) { parts[name] = String(piece[blank.upperBound...]) }
        }
    }
    return parts
}

/// A parameter of a header's value, with or without quotes.
private func parameter(_ name: String, of header: String) -> String? {
    for part in header.split(separator: ";").dropFirst() {
        let pair = part.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, equalIgnoringCase(pair[0].trimmed, name) else { continue }
        return pair[1].trimmed.filter { $0 != "\"" }
    }
    return nil
}

private func range(of needle: String, in text: Substring) -> Range<Substring.Index>? {
    // By scalars: CR LF is one Character, and a delimiter may begin in the middle of none.
    text.unicodeScalars.firstRange(of: needle.unicodeScalars)
}

private func split(_ text: String, at delimiter: String) -> [Substring] {
    text.unicodeScalars.split(separator: Array(delimiter.unicodeScalars), omittingEmptySubsequences: false).map {
        Substring($0)
    }
}
