internal import HTTP
internal import XMLTree

/// What an answer of the hub says about an error: `<Error><Code>404</Code><Detail>TEXT.TrackingId:GUID_G3,TimeStamp:…`
/// `</Detail></Error>` when the service itself answered; anything, or nothing, when a front end or a proxy did.
struct HubErrorBody {
    /// The text without identifiers and without a dot at its end; empty when there is none.
    private(set) var detail = ""
    /// The service's own number for the cause, as `40103`.
    private(set) var subCode: Int?
    /// The number under which Microsoft's support finds the request.
    private(set) var trackingID: String?

    /// More than any answer of the service; a proxy's page is not read to its end.
    private static let limit = 65_536
    private static let detailLimit = 300

    /// Texts in `secrets` are hidden before anything is cut: half a key is a secret too.
    init(_ response: HTTPResponse, hiding secrets: [String]) {
        let body = response.body.prefix(HubErrorBody.limit)
        var text = hidden(String(HubErrorBody.detail(in: body)), secrets)[...]
        if let start = text.firstRange(of: "TrackingId:") {
            trackingID = String(text[start.upperBound...].prefix { $0 != "," && !$0.isWhitespace })
            text = text[..<start.lowerBound]
        }
        if let header = response.header("TrackingId"), !header.isEmpty { trackingID = header }
        detail = HubErrorBody.readable(text)
        subCode = HubErrorBody.subCode(in: detail)
    }

    private static func detail(in body: ArraySlice<UInt8>) -> Substring {
        if let root = try? XMLElement(parsing: body) {
            return (root.name == "Detail" ? root : find("Detail", in: root))?.text[...] ?? ""
        }
        let text = String(decoding: body, as: UTF8.self)
        // Cut off or otherwise broken XML still shows its text.
        if let start = text.firstRange(of: "<Detail>") {
            return text[start.upperBound...].prefix { $0 != "<" }
        }
        return text.first { !$0.isWhitespace } == "<" ? "" : text[...]
    }

    private static func find(_ name: String, in element: XMLElement) -> XMLElement? {
        for child in element.elements {
            if child.name == name { return child }
            if let found = find(name, in: child) { return found }
        }
        return nil
    }

    /// One line without control characters, bounded, without the dots that the service puts behind its sentences.
    private static func readable(_ text: Substring) -> String {
        let words = text.unicodeScalars.prefix(detailLimit * 4).split {
            $0.properties.isWhitespace || [.control, .format].contains($0.properties.generalCategory)
        }
        var line = String(words.map { String($0) }.joined(separator: " ").prefix(detailLimit))
        while line.last == "." || line.last == " " { line.removeLast() }
        return line
    }

    /// `SubCode=40900. …` or `40103: …`.
    private static func subCode(in detail: String) -> Int? {
        let digits =
            detail.firstRange(of: "SubCode=").map { detail[$0.upperBound...].prefix { $0.isNumber } }
            ?? detail.prefix { $0.isNumber }
        return digits.utf8.count == 5 ? Int(digits) : nil
    }
}

/// The text without the secrets, in whatever case it repeats them. Bytes are compared: as characters, a secret with an
/// accent behind it would not be found.
func hidden(_ text: String, _ secrets: [String]) -> String {
    secrets.filter { !$0.isEmpty }.reduce(text) { text, secret in
        let ranges = text.utf8.map(lowered).ranges(of: secret.utf8.map(lowered))
        guard !ranges.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var (result, position) = ([UInt8](), 0)
        for range in ranges {
            result += bytes[position..<range.lowerBound] + "<hidden>".utf8
            position = range.upperBound
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }
}

private func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
