internal import HubLanguage
internal import JSON
internal import XMLTree

/// What a device shows of a payload.
struct ShownAlert: Equatable {
    /// The line above the text, in bold; nil for none.
    var title: String?
    /// The text; may have several lines.
    var body: String
    /// The payload asks for no alert: the app gets it, and shows what it likes.
    var isSilent = false

    /// Whether nobody reads anything.
    var isBlank: Bool { (title ?? "").allSatisfy(\.isWhitespace) && body.allSatisfy(\.isWhitespace) }

    /// Why there is nothing to read.
    var lack: String { isSilent ? "no alert is shown (the app alone gets it)" : "a blank is shown" }

    /// Reads a payload as the platform's devices do.
    init(_ payload: String, on platform: Platform) {
        self =
            switch platform {
            case .apns: ShownAlert.apple(try? JSONValue(parsing: payload))
            case .wns, .mpns: ShownAlert.windows(try? XMLElement(parsing: payload))
            default: ShownAlert.firebase(try? JSONValue(parsing: payload))
            }
    }

    private init(title: String?, body: String) {
        self.title = title?.isEmpty == true ? nil : title
        self.body = body
    }

    private static let silent = {
        var alert = ShownAlert(title: nil, body: "")
        alert.isSilent = true
        return alert
    }()

    /// `alert` is a text, or has title, subtitle and body.
    private static func apple(_ payload: JSONValue?) -> ShownAlert {
        switch payload?["aps"]?["alert"] {
        case .string(let text)?: return ShownAlert(title: nil, body: text)
        case .object(let alert)?:
            let lines = [alert["subtitle"]?.string, alert["body"]?.string].compactMap(\.self).filter { !$0.isEmpty }
            return ShownAlert(title: alert["title"]?.string, body: lines.joined(separator: "\n"))
        default: return silent
        }
    }

    /// What `android` says overrides the common part.
    private static func firebase(_ payload: JSONValue?) -> ShownAlert {
        let message = payload?["message"] ?? payload
        let (own, common) = (message?["android"]?["notification"], message?["notification"])
        guard own != nil || common != nil else { return silent }
        return ShownAlert(
            title: own?["title"]?.string ?? common?["title"]?.string,
            body: own?["body"]?.string ?? common?["body"]?.string ?? "")
    }

    /// The texts of a toast; the first of several is its headline.
    private static func windows(_ toast: XMLElement?) -> ShownAlert {
        guard let toast, toast.name == "toast" else { return silent }
        let texts = texts(in: toast).filter { !$0.isEmpty }
        guard texts.count > 1 else { return ShownAlert(title: nil, body: texts.first ?? "") }
        return ShownAlert(title: texts[0], body: texts.dropFirst().joined(separator: "\n"))
    }

    /// Depth is bounded by libxml2.
    private static func texts(in element: XMLElement) -> [String] {
        element.elements.flatMap { $0.name == "text" ? [$0.text] : texts(in: $0) }
    }
}
