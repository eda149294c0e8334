internal import Glibc
internal import HTTP
internal import HubLanguage
internal import JSON
internal import NotificationHub
internal import Settings

/// A device that registers through the app's back end, as an app does.
struct BackendDevice {
    private let wish: DevicesArguments.BackendRegistration
    private let handle: String
    private let body: [UInt8]
    private let exchange: HTTPExchange
    private let password: Secret

    init(
        _ wish: DevicesArguments.BackendRegistration, token: String, tags: [String], password: Secret,
        exchange: @escaping HTTPExchange
    ) throws(Failure) {
        guard BackendDevice.isFit(wish.address) else {
            throw Failure(
                .usage, "--backend: a password goes over https alone, or over http to this machine (127.0.0.1)")
        }
        guard let platform = Platform(installationName: wish.platform) else {
            throw Failure(.usage, "--platform: \(wish.platform) is not known")
        }
        if let fault = DeviceHandle.fault(ofToken: token, for: platform) { throw Failure(.usage, "--token: \(fault)") }
        self.wish = wish
        self.exchange = exchange
        self.password = password
        handle = token
        let registration: JSONValue = [
            "Platform": .string(wish.platform), "Handle": .string(token), "Tags": .array(tags.map(JSONValue.string)),
            "Template": true,
        ]
        body = Array(registration.text().utf8)
        key = "\(Installation.id(for: platform, .token(token))) \(wish.user) \(wish.address)"
    }

    /// What the id is kept under: it tells nothing of the token.
    let key: String

    /// Registers with the id that is kept, or a new one; where that has ended, once more with a new one. `keep` is told of
    /// each new id before it is used. Gives the id.
    func register(kept: String?, keep: (String) throws(Failure) -> Void) throws(Failure) -> String {
        if let kept, try put(kept) { return kept }
        let new = try newID()
        try keep(new)
        guard try !put(new) else { return new }
        // The hub forgot a registration that the back end had just named: once more, and no further.
        guard kept == nil else { throw ended }
        let last = try newID()
        try keep(last)
        guard try put(last) else { throw ended }
        return last
    }

    private var ended: Failure {
        Failure(.hubUnavailable, "devices: the back end says that the id it has just given has ended; try again later")
    }

    private func newID() throws(Failure) -> String {
        let response = try answer(.post, "api/register?handle=\(percentEncoded(handle))", body: [])
        guard response.status == 200, let id = (try? JSONValue(parsing: response.body))?.string, !id.isEmpty else {
            throw refusal(response)
        }
        return id
    }

    /// Whether it was taken; false where the id has ended.
    private func put(_ id: String) throws(Failure) -> Bool {
        let response = try answer(.put, "api/register/\(percentEncoded(id))", body: body)
        switch response.status {
        case 200..<300: return true
        case 410: return false
        default: throw refusal(response)
        }
    }

    private func answer(
        _ method: HTTPRequest.Method, _ path: String, body: [UInt8]
    ) throws(Failure) -> HTTPResponse {
        var request = HTTPRequest(
            method: method, address: "\(wish.address)/\(path)",
            headers: [HTTPHeader("Content-Type", "application/json")], body: body)
        request.settings.credentials = .init(username: wish.user, password: password.revealed)
        switch exchange(request) {
        case .success(let response): return response
        case .failure(let error):
            throw Failure(
                .hubUnavailable, "devices: no answer from the back end at \(wish.address): \(error.detail)")
        }
    }

    private func refusal(_ response: HTTPResponse) -> Failure {
        let words = (try? JSONValue(parsing: response.body))?["error"]?.string.map { ": \($0.prefix(300))" } ?? ""
        switch response.status {
        case 401: return Failure(.refused, "devices: the back end does not know \(wish.user) with that password")
        case 403, 429: return Failure(.refused, "devices: the back end refuses it (\(response.status))\(words)")
        case 400..<500: return Failure(.badInput, "devices: the back end does not take it (\(response.status))\(words)")
        default: return Failure(.hubUnavailable, "devices: the back end did not do it (\(response.status))\(words)")
        }
    }

    private static func isFit(_ address: String) -> Bool {
        guard let separator = address.firstRange(of: "://") else { return false }
        let authority = address[separator.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // Credentials in it would stand in errors, and after them another host than the one that is seen.
        guard !authority.contains("@"), !address.contains("?"), !address.contains("#") else { return false }
        if address[..<separator.lowerBound].lowercased() == "https" { return true }
        let host =
            authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return HubEndpoint.isLoopback(String(host))
    }
}

/// The ids that back ends gave, in one small file.
struct KeptIDs {
    private let path: String
    private var ids: JSONObject

    /// What the file holds; nothing where there is none yet.
    init(_ path: String) throws(Failure) {
        self.path = KeptIDs.behindLinks(path)
        ids = JSONObject()
        guard let bytes = try? contents(of: path, limit: 16 << 20) else { return }
        guard let object = (try? JSONValue(parsing: bytes))?.object,
            object.members.allSatisfy({ $0.value.string != nil })
        else {
            throw Failure(
                .badInput, "\(path): is not a file of ids; remove it, and the back end will be asked for new ones")
        }
        ids = object
    }

    subscript(key: String) -> String? { ids[key]?.string }

    /// The file itself, or a link would be replaced by a file.
    private static func behindLinks(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Keeps an id, before it is used, beside those that others kept meanwhile.
    mutating func keep(_ id: String, for key: String) throws(Failure) {
        let folder = open(path.lastIndex(of: "/").map { "\(path[..<$0])/" } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(folder, LOCK_EX)
        defer { close(folder) }
        ids = try KeptIDs(path).ids
        ids[key] = .string(id)
        do {
            try replaceFile(path, with: Array((JSONValue.object(ids).text(.indented) + "\n").utf8), mode: 0o600)
        } catch {
            throw Failure(.cannotWrite, "\(path): \(error.reason)")
        }
    }
}
