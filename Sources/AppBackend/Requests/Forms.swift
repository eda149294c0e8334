internal import HubLanguage
internal import JSON
internal import NotificationHub

/// A registration as an app asks for it.
struct RegistrationForm: Sendable, Equatable {
    var platform: Platform
    var handle: String
    var tags: [String]
    /// Whether the six categories are to reach it, which come as properties for a template; native otherwise.
    var wantsTemplate: Bool

    /// Reads `{"Platform":…,"Handle":…,"Tags":[…],"Template":true}`.
    init(_ body: [UInt8]) throws(Denial) {
        let members = try Members(body, known: ["platform", "handle", "tags", "template"])
        platform = try appPlatform(try members.text("platform"))
        handle = try checkedHandle(try members.text("handle"), platform)
        tags = try members.texts("tags")
        wantsTemplate = try members.truth("template")
    }
}

/// The older form: an installation, whose id the app has chosen.
struct InstallationForm: Sendable, Equatable {
    var platform: Platform
    var id: String
    var handle: String
    var tags: [String]
    var wantsTemplate: Bool

    /// Reads `{"platform":"ios","instId":…,"deviceToken":…}`; tags and template as for a registration.
    init(_ body: [UInt8]) throws(Denial) {
        let members = try Members(body, known: ["platform", "instid", "devicetoken", "tags", "template"])
        platform = try appPlatform(try members.text("platform"))
        id = try members.text("instId")
        guard isID(id), !isRegistrationID(id) else {
            throw Denial(400, "instId is 1 to 200 letters, digits and _ . : -, and not only digits and dashes")
        }
        handle = try checkedHandle(try members.text("deviceToken"), platform)
        tags = try members.texts("tags")
        wantsTemplate = try members.truth("template")
    }
}

/// The text of a notification: a JSON string.
func notificationText(_ body: [UInt8]) throws(Denial) -> String {
    guard let text = try json(body).string else { throw Denial(400, "the body is to be a JSON string: \"the text\"") }
    guard !text.allSatisfy(\.isWhitespace) else { throw Denial(400, "the text is empty") }
    // Not all of them can be written in XML, and no screen shows them.
    let isUnfit = { (scalar: Unicode.Scalar) in
        scalar.value < 0x20 && !"\n\r\t".unicodeScalars.contains(scalar)
            || [0x7F, 0xFFFE, 0xFFFF].contains(scalar.value)
    }
    guard !text.unicodeScalars.contains(where: isUnfit) else {
        throw Denial(400, "the text holds a control character other than a line feed or a tab")
    }
    return text
}

/// The push service that an app calls so. Whoever says fcm or gcm today means FCM v1: the hubs' other way to Android was
/// switched off in 2024.
func appPlatform(_ name: String) throws(Denial) -> Platform {
    switch name.lowercased() {
    case "apns", "apple", "ios": .apns
    case "fcm", "gcm", "fcmv1", "android": .fcmV1
    case "wns", "windows": .wns
    default: throw Denial(400, "the platform \(excerpt(name)) is not known: there are apns, fcm, fcmv1 and wns")
    }
}

/// A handle in the form in which the hub keeps it. It is nearly a secret, and not repeated.
func checkedHandle(_ handle: String, _ platform: Platform? = nil) throws(Denial) -> String {
    if let fault = DeviceHandle.fault(ofToken: handle, for: platform) { throw Denial(400, "the handle \(fault)") }
    return platform == .apns ? handle.uppercased() : handle
}

private func json(_ body: [UInt8]) throws(Denial) -> JSONValue {
    do {
        return try JSONValue(parsing: body)
    } catch {
        // jansson's words quote what was sent, which may be a token.
        throw Denial(400, "the body is not JSON: line \(error.line), column \(error.column)")
    }
}

/// The members of an object, whose names count whatever their case: .NET writes `Platform`, others `platform`.
private struct Members {
    private var values: [String: JSONValue] = [:]

    init(_ body: [UInt8], known: [String]) throws(Denial) {
        guard let object = try json(body).object else { throw Denial(400, "the body is to be a JSON object") }
        for (name, value) in object.members where known.contains(name.lowercased()) {
            guard values.updateValue(value, forKey: name.lowercased()) == nil else {
                throw Denial(400, "\(name.lowercased()) stands twice in the body")
            }
        }
    }

    func text(_ name: String) throws(Denial) -> String {
        guard let text = values[name.lowercased()]?.string, !text.isEmpty else {
            throw Denial(400, "\(name) is missing, or no text")
        }
        return text
    }

    /// A list of texts; none where it is not given.
    func texts(_ name: String) throws(Denial) -> [String] {
        switch values[name] {
        case nil, .null?: return []
        case .array(let elements)?:
            let texts = elements.compactMap(\.string)
            guard texts.count == elements.count else { break }
            return texts
        default: break
        }
        throw Denial(400, "\(name) is to be an array of texts")
    }

    func truth(_ name: String) throws(Denial) -> Bool {
        switch values[name] {
        case nil, .null?: return false
        case .boolean(let truth)?: return truth
        default: throw Denial(400, "\(name) is to be true or false")
        }
    }
}
