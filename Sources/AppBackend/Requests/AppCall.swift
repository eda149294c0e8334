internal import HTTPServer
internal import HubLanguage

/// What is asked of the back end, as path and method tell it.
enum AppCall: Sendable, Equatable {
    /// `GET /healthz`
    case health
    /// `POST /api/register?handle=HANDLE`
    case newID(handle: String)
    /// `POST /api/register` with an installation as its body.
    case installation
    /// `PUT /api/register/ID`
    case register(id: String)
    /// `DELETE /api/register/ID`
    case unregister(id: String)
    /// `POST /api/notifications?pns=…&to_tag=…`
    case notify(service: String?, user: String?)

    /// Whether it has a body.
    var takesBody: Bool {
        switch self {
        case .installation, .register, .notify: true
        case .health, .newID, .unregister: false
        }
    }

    init(_ method: String, _ target: RequestTarget) throws(Denial) {
        switch (target.segments.count, target.segments.first, target.segments.dropFirst().first) {
        case (1, "healthz", _):
            try AppCall.check(method, ["GET", "HEAD"])
            self = .health
        case (2, "api", "register"):
            try AppCall.check(method, ["POST"])
            self = target.parameter("handle").map { .newID(handle: $0) } ?? .installation
        case (3, "api", "register"):
            try AppCall.check(method, ["PUT", "DELETE"])
            let id = target.segments[2]
            guard isID(id) else { throw Denial(400, "this is no id of a registration") }
            self = method == "PUT" ? .register(id: id) : .unregister(id: id)
        case (2, "api", "notifications"):
            try AppCall.check(method, ["POST"])
            self = .notify(service: target.parameter("pns"), user: target.parameter("to_tag"))
        default:
            throw Denial(404, "there is nothing at this path: there are /api/register, /api/notifications and /healthz")
        }
    }

    private static func check(_ method: String, _ methods: [String]) throws(Denial) {
        guard !methods.contains(method) else { return }
        throw Denial(405, "this path takes \(methods.joined(separator: " and "))")
    }

    /// The path as the log shows it: nothing of it can be a device's token, wherever that was put by mistake.
    static func shownPath(_ target: RequestTarget) -> String {
        let path = target.segments
        guard let first = path.first, ["healthz", "api"].contains(first) else { return "/…" }
        guard path.count > 1 else { return "/\(first)" }
        guard ["register", "notifications"].contains(path[1]) else { return "/\(first)/…" }
        let rest = path.dropFirst(2).map { isRegistrationID($0) ? $0 : "…" }
        return "/" + (path.prefix(2) + rest.prefix(1)).joined(separator: "/")
    }
}

/// Whether a text can be an id. A letter or digit keeps out `..`, which would lead elsewhere in the hub's paths.
func isID(_ text: String) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return text.utf8.count <= 200 && text.utf8.contains(where: isAlphanumeric)
        && text.utf8.allSatisfy { isAlphanumeric($0) || "-._:".utf8.contains($0) }
}

/// Whether a text looks like the id that the hub gives to a registration: numbers with dashes between.
func isRegistrationID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count > 1 && text.utf8.count <= 100
        && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
}
