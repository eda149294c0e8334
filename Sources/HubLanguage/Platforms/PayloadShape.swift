internal import JSON
internal import XMLTree

/// Why a payload or template cannot be of a platform.
public struct PayloadShapeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The platform.
    public var platform: Platform
    /// What it wants.
    public var wanted: String

    /// What the platform wants.
    public var description: String { "\(platform.name) takes \(wanted)" }
}

extension Platform {
    /// Checks that a payload, filled in or still a template, has the outer shape that the platform insists on: FCM v1
    /// everything under `message`, Windows an XML document for toasts, tiles and badges (JSON goes as a raw
    /// notification), the others a JSON object.
    public func checkShape(ofPayload payload: String) throws(PayloadShapeError) {
        switch self {
        case .apns, .gcm, .adm, .baidu, .browser, .xiaomi:
            guard Platform.object(payload) != nil else { throw fault("a JSON object") }
        case .fcmV1:
            guard Platform.object(payload)?["message"]?.object != nil else {
                throw fault("a JSON object with an object \"message\" in which everything else stands")
            }
        case .wns, .mpns:
            guard Platform.root(payload) != nil || Platform.object(payload) != nil else {
                throw fault("an XML document")
            }
        }
    }

    /// The value of `X-WNS-Type` for a Windows payload, which the hub demands: by its root element, raw for anything
    /// else.
    public static func windowsType(ofPayload payload: String) -> String {
        switch root(payload) {
        case "toast": "wns/toast"
        case "tile": "wns/tile"
        case "badge": "wns/badge"
        default: "wns/raw"
        }
    }

    /// The platform for which a template was written, by its outer shape: an XML document is for Windows, a JSON object
    /// with `aps` for APNs, one with an object `message` for FCM v1. Nil for any other.
    public init?(templateBody body: String) {
        if Platform.root(body) != nil {
            self = .wns
        } else if let object = Platform.object(body) {
            if object["aps"] != nil {
                self = .apns
            } else if object["message"]?.object != nil {
                self = .fcmV1
            } else {
                return nil
            }
        } else {
            return nil
        }
    }

    private static func object(_ payload: String) -> JSONObject? {
        (try? JSONValue(parsing: payload))?.object
    }

    private static func root(_ payload: String) -> String? {
        (try? XMLElement(parsing: payload))?.name
    }

    private func fault(_ wanted: String) -> PayloadShapeError {
        PayloadShapeError(platform: self, wanted: wanted)
    }
}
