internal import HTTPServer
internal import HubLanguage
internal import JSON
internal import XMLTree

/// What a device makes of a payload: kind, title, text, and the id by which it replaces an earlier one.
struct AlertText: Sendable, Equatable {
    var kind: AlertKind
    var title: String?
    var text: String
    var collapseID: String?

    /// Why the push service would not take a payload of this shape, or what the device makes of it.
    static func reading(_ payload: String, for platform: Platform, headers: HeaderFields) -> Result<AlertText, Unfit> {
        switch platform {
        case .wns, .mpns: windows(payload, headers)
        case .browser: .success(browser(payload))
        default: json(payload, platform, headers)
        }
    }

    /// A payload of a shape that the push service refuses.
    struct Unfit: Error, Equatable {
        var reason: String
    }

    private static func json(
        _ payload: String, _ platform: Platform, _ headers: HeaderFields
    ) -> Result<AlertText, Unfit> {
        guard let object = try? JSONValue(parsing: payload), object.object != nil else {
            return .failure(Unfit(reason: "the payload is not a JSON object"))
        }
        switch platform {
        case .apns: return apple(object, headers)
        case .fcmV1: return firebase(object)
        default: return .success(legacy(object))
        }
    }

    private static func apple(_ payload: JSONValue, _ headers: HeaderFields) -> Result<AlertText, Unfit> {
        guard let aps = payload["aps"], aps.object != nil else {
            return .failure(Unfit(reason: "APNs takes payloads with an object 'aps' alone"))
        }
        let collapseID = headers["apns-collapse-id"]
        switch aps["alert"] {
        case .string(let text)?: return .success(AlertText(kind: .alert, text: text, collapseID: collapseID))
        case .object(let alert)?:
            let text = [alert["subtitle"]?.string, alert["body"]?.string ?? alert["loc-key"]?.string]
            return .success(
                AlertText(
                    kind: .alert, title: alert["title"]?.string, text: text.compactMap { $0 }.joined(separator: "\n"),
                    collapseID: collapseID))
        default:
            let kind: AlertKind = aps["badge"] == nil ? .data : .badge
            return .success(AlertText(kind: kind, text: "", collapseID: collapseID))
        }
    }

    private static func firebase(_ payload: JSONValue) -> Result<AlertText, Unfit> {
        guard let message = payload["message"], message.object != nil else {
            return .failure(Unfit(reason: "FCM v1 takes payloads with an object 'message' alone"))
        }
        let android = message["android"]?["notification"]
        // What `android` says overrides the common part.
        let title = android?["title"]?.string ?? message["notification"]?["title"]?.string
        let text = android?["body"]?.string ?? message["notification"]?["body"]?.string
        let collapseID = android?["tag"]?.string
        guard android != nil || message["notification"] != nil else {
            return .success(AlertText(kind: .data, text: firstText(message["data"]), collapseID: nil))
        }
        return .success(AlertText(kind: .alert, title: title, text: text ?? "", collapseID: collapseID))
    }

    private static func legacy(_ payload: JSONValue) -> AlertText {
        if let notification = payload["notification"] {
            return AlertText(
                kind: .alert, title: notification["title"]?.string, text: notification["body"]?.string ?? "",
                collapseID: notification["tag"]?.string)
        }
        return AlertText(kind: .data, text: firstText(payload["data"]), collapseID: nil)
    }

    /// Apps are free in what they name the text; `message` is the tutorials' word.
    private static func firstText(_ data: JSONValue?) -> String {
        let members = data?.object?.members ?? []
        return data?["message"]?.string ?? members.lazy.compactMap(\.value.string).first ?? ""
    }

    private static func browser(_ payload: String) -> AlertText {
        guard let object = try? JSONValue(parsing: payload), object.object != nil else {
            return AlertText(kind: .alert, text: payload)
        }
        let text = object["body"]?.string ?? object["message"]?.string ?? firstText(object)
        return AlertText(kind: .alert, title: object["title"]?.string, text: text, collapseID: object["tag"]?.string)
    }

    private static func windows(_ payload: String, _ headers: HeaderFields) -> Result<AlertText, Unfit> {
        if headers["X-WNS-Type"].map({ equalIgnoringCase($0, "wns/raw") }) == true {
            return .success(AlertText(kind: .data, text: payload))
        }
        guard let root = try? XMLElement(parsing: payload) else {
            return .failure(Unfit(reason: "WNS takes well-formed XML alone for toasts, tiles and badges"))
        }
        let texts = root.textElements.map(\.text).filter { !$0.isEmpty }
        switch root.name.lowercased() {
        case "badge": return .success(AlertText(kind: .badge, text: root.attribute("value") ?? ""))
        case "tile": return .success(AlertText(kind: .tile, text: texts.joined(separator: "\n")))
        default:
            let tag = headers["X-WNS-Tag"].map { $0 + "/" + (headers["X-WNS-Group"] ?? "") }
            // The first of several texts is the headline of a toast.
            return .success(
                AlertText(
                    kind: .alert, title: texts.count > 1 ? texts[0] : nil,
                    text: texts.dropFirst(texts.count > 1 ? 1 : 0).joined(separator: "\n"), collapseID: tag))
        }
    }
}

extension XMLElement {
    /// The elements that hold a toast's or tile's texts, in document order; depth is bounded by libxml2.
    fileprivate var textElements: [XMLElement] {
        elements.flatMap { element in
            // MPNS numbers its texts: wp:Text1, wp:Text2.
            ["text", "Text1", "Text2"].contains(element.name) ? [element] : element.textElements
        }
    }
}
