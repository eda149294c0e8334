/// What a body says about its encoding before anything is decoded.
struct EncodingEvidence: Equatable {
    /// A byte-order mark, or the pattern that `<?` makes in wide encodings: certain.
    var mark: TextEncoding?
    /// Bytes of the mark, to be left out.
    var markLength = 0
    /// `charset` of the HTTP header.
    var header: TextEncoding?
    /// `encoding` of the XML declaration.
    var declaration: TextEncoding?
    /// The declaration names UTF-8 itself.
    var declaresUTF8: Bool { declaration == .utf8 }
}

extension EncodingEvidence {
    /// Reads the evidence off the beginning of a body and its `Content-Type`.
    init(body: UnsafeRawBufferPointer, contentType: String?) {
        if let contentType { header = EncodingEvidence.charset(in: contentType).flatMap(TextEncoding.init(label:)) }
        if let (encoding, length) = EncodingEvidence.mark(of: body) {
            mark = encoding
            markLength = length
        } else if let label = EncodingEvidence.declaredLabel(in: body) {
            declaration = TextEncoding(label: label)
        }
    }

    /// The encoding to read a body with, whose `sample` is the body or its beginning. Bytes outweigh labels: prose in a
    /// legacy encoding is never valid UTF-8 over any length, while headers are often a server's default.
    func encoding(for sample: UnsafeRawBufferPointer) -> TextEncoding {
        if let mark { return mark }
        // A declaration that could be read as ASCII is not in a wide encoding, whatever it says.
        let labels = [header, declaration].compactMap { $0 }.filter { $0.unit == 1 }
        guard let legacy = preferredLegacy(labels) else { return .utf8 }
        let census = sample.utf8Census(stoppingAfter: 1)
        guard census.faults == 0 else {
            // Labels that contradict each other leave it to the bytes; a single one is believed (XML 1.0, 4.3.3).
            return labels.contains(.utf8) && isDamagedUTF8(sample) ? .utf8 : legacy
        }
        if case .singleByte = legacy { return .utf8 }
        // Two-byte characters of East Asian encodings can pass for UTF-8; longer sequences do not come by chance.
        let isStateful = census.sequences == 0
        if isStateful { return legacy }
        return census.longer > 0 || labels.contains(.utf8) ? .utf8 : legacy
    }

    /// The encoding for a body that was taken for UTF-8 and is not.
    func fallback(for body: UnsafeRawBufferPointer) -> TextEncoding {
        if mark != nil { return .utf8 }
        let labels = [header, declaration].compactMap { $0 }.filter { $0.unit == 1 }
        if labels.contains(.utf8) && isDamagedUTF8(body) { return .utf8 }
        if let legacy = preferredLegacy(labels) { return legacy }
        let census = body.utf8Census()
        // Some good sequences among the bad: UTF-8 that was cut or pasted into. None at all: it never was UTF-8, and
        // a label that says so is the template's, not the text's. A single bad byte proves nothing.
        if census.sequences >= census.faults { return .utf8 }
        if labels.contains(.utf8) && census.faults == 1 { return .utf8 }
        return guessedEncoding(of: body)
    }

    /// Far more good sequences than faults: no other encoding looks like that.
    private func isDamagedUTF8(_ body: UnsafeRawBufferPointer) -> Bool {
        let start = body.asciiEnd(from: 0)
        let census = UnsafeRawBufferPointer(rebasing: body[start...].prefix(65_536)).utf8Census()
        return census.sequences > census.faults * 4
    }

    /// The header comes first by RFC 7303, unless it only repeats what servers say by default.
    private func preferredLegacy(_ labels: [TextEncoding]) -> TextEncoding? {
        let legacy = labels.filter { $0 != .utf8 }
        guard let first = legacy.first else { return nil }
        if first == .serverDefault, let other = legacy.last { return other }
        return first
    }

    static func charset(in contentType: String) -> String? {
        for part in contentType.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            let name = pair[0].filter { $0 != " " }.lowercased()
            if name == "charset" { return String(pair[1]) }
        }
        return nil
    }

    private static func mark(of body: UnsafeRawBufferPointer) -> (TextEncoding, Int)? {
        let start = Array(body.prefix(4))
        if start == [0x00, 0x00, 0xfe, 0xff] { return (.utf32(bigEndian: true), 4) }
        if start == [0xff, 0xfe, 0x00, 0x00] { return (.utf32(bigEndian: false), 4) }
        if start.starts(with: [0xef, 0xbb, 0xbf]) { return (.utf8, 3) }
        if start.starts(with: [0xfe, 0xff]) { return (.utf16(bigEndian: true), 2) }
        if start.starts(with: [0xff, 0xfe]) { return (.utf16(bigEndian: false), 2) }
        // XML 1.0, appendix F: "<" and the character behind it, without a mark.
        if start.count == 4, start[0] == 0, start[1] == 0, start[2] == 0, start[3] == 0x3c {
            return (.utf32(bigEndian: true), 0)
        }
        if start.count == 4, start[0] == 0x3c, start[1] == 0, start[2] == 0, start[3] == 0 {
            return (.utf32(bigEndian: false), 0)
        }
        if start.count == 4, start[0] == 0, start[1] == 0x3c, start[2] == 0 { return (.utf16(bigEndian: true), 0) }
        if start.count == 4, start[0] == 0x3c, start[1] == 0, start[3] == 0 { return (.utf16(bigEndian: false), 0) }
        return nil
    }

    /// The label in `<?xml … encoding="…"?>`, which may stand behind blanks or other rubbish.
    static func declaredLabel(in body: UnsafeRawBufferPointer) -> String? {
        let head = UnsafeRawBufferPointer(rebasing: body.prefix(4_096))
        guard let start = head.position(of: "<?xml", from: 0),
            let end = head.position(of: 0x3e, from: start),
            let name = head.position(of: "encoding", from: start), name < end
        else { return nil }
        var place = name + 8
        while place < end, head[place].isXMLBlank || head[place] == 0x3d { place += 1 }
        guard place < end, head[place] == 0x22 || head[place] == 0x27,
            let close = head.position(of: head[place], from: place + 1), close < end
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: head[(place + 1)..<close]).text
    }
}
