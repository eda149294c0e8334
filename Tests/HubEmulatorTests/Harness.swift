import HTTPServer
import HubLanguage
import News
import Synchronization
import XMLTree

@testable import HubEmulator

/// A hub without sockets, with keys and a clock of the test's own.
final class TestHub: Sendable {
    static let key = "dGhpcy1pcy1hbi1pbnZlbnRlZC1rZXktZm9yLXRlc3Q="
    static let secondKey = "c2Vjb25kYXJ5LWtleS1hbHNvLWludmVudGVkLWZvci10"
    /// 2027-01-15T08:00:00Z
    static let start = Instant(secondsSince1970: 1_800_000_000)

    let core: EmulatorCore
    private let clock: Clock

    final class Clock: Sendable {
        let now = Mutex(TestHub.start)
    }

    init(
        tier: HubTier = .standard, devices: [DeviceSetup] = [], history: Int = 1_000, name: String = "bulletin",
        file: StateFile? = nil
    ) throws {
        let clock = Clock()
        self.clock = clock
        core = try EmulatorCore(
            TestHub.configuration(tier: tier, devices: devices, history: history, name: name) {
                clock.now.withLock { $0 }
            }, rules: TestHub.rules, seed: file == nil ? 1 : .random(in: 0 ... .max), file: file)
    }

    static func configuration(
        tier: HubTier = .standard, devices: [DeviceSetup] = [], history: Int = 1_000, name: String = "bulletin",
        clock: @escaping @Sendable () -> Instant = { TestHub.start }
    ) -> HubEmulatorConfiguration {
        var configuration = HubEmulatorConfiguration()
        configuration.hubName = name
        configuration.rules = rules
        configuration.tier = tier
        configuration.devices = devices
        configuration.history = history
        configuration.clock = clock
        return configuration
    }

    static let rules = [
        SharedAccessRule(
            name: "Full", rights: Set(AccessRight.allCases), primaryKey: key, secondaryKey: secondKey),
        SharedAccessRule(name: "Listener", rights: [.listen], primaryKey: key, secondaryKey: secondKey),
        SharedAccessRule(name: "Sender", rights: [.send], primaryKey: key, secondaryKey: secondKey),
    ]

    /// Tokens of the tests end in 2033.
    static func token(_ rule: String = "Full", audience: String = "http%3a%2f%2fhub.example%2fbulletin") -> String {
        let signature = percentEncoded(base64HMAC(of: audience + "\n2000000000", key: key))
        return "SharedAccessSignature sr=\(audience)&sig=\(signature)&se=2000000000&skn=\(rule)"
    }

    func advance(bySeconds seconds: Int64) {
        clock.now.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }

    /// A request below the hub, with a token that has all rights unless another header is given.
    @discardableResult func call(
        _ method: String, _ path: String, _ headers: [(String, String)] = [], body: String = ""
    ) -> HubResponse {
        var fields: [(name: String, value: String)] = [("Host", "hub.example")]
        if !headers.contains(where: { $0.0 == "Authorization" }) { fields.append(("Authorization", TestHub.token())) }
        fields += headers.map { (name: $0.0, value: $0.1) }
        let version = path.contains("ersion=") ? "" : (path.contains("?") ? "&" : "?") + "api-version=2020-06"
        let target = path + version
        let request = HubRequest(method, target, headers: HeaderFields(fields), body: Array(body.utf8))
        return core.answer(request, at: ConnectionPlace()).response
    }

    @discardableResult func send(
        _ tags: String?, _ body: String = #"{"messageParam":"Ferry adrift"}"#, format: String = "template",
        path: String = "/bulletin/messages", _ more: [(String, String)] = []
    ) -> HubResponse {
        var headers = [("ServiceBusNotification-Format", format)] + more
        if let tags { headers.append(("ServiceBusNotification-Tags", tags)) }
        return call("POST", path, headers, body: body)
    }

    /// Registers a template for FCM v1 and gives the registration's id.
    @discardableResult func register(
        _ handle: String, tags: String, template: String = #"{"message":{"notification":{"body":"$(messageParam)"}}}"#
    ) -> String {
        let body = entry(
            "FcmV1Template",
            "<Tags>\(tags)</Tags><FcmV1RegistrationId>\(handle)</FcmV1RegistrationId>"
                + "<BodyTemplate><![CDATA[\(template)]]></BodyTemplate>")
        let response = call("POST", "/bulletin/registrations", body: body)
        return response.headers["Content-Location"].map { lastSegment($0) } ?? "refused: \(response.body)"
    }

    var devices: [EmulatedDevice] { core.state.withLock { $0.hub.emulatedDevices } }

    var log: [LoggedRequest] { core.state.withLock { $0.log.all }.map { LoggedRequest($0) } }

    func device(_ name: String) -> EmulatedDevice? { devices.first { $0.name == name || $0.handle == name } }

    func texts(_ name: String) -> [String] { device(name)?.lockScreen.map(\.text) ?? [] }

    var lastNotification: EmulatedNotification? { core.state.withLock { $0.hub.notifications.all.last } }
}

/// An Atom entry with a registration.
func entry(_ kind: String, _ elements: String) -> String {
    #"<entry xmlns="http://www.w3.org/2005/Atom"><content type="application/xml"><\#(kind)RegistrationDescription "#
        + #"xmlns:i="http://www.w3.org/2001/XMLSchema-instance" "#
        + #"xmlns="http://schemas.microsoft.com/netservices/2010/10/servicebus/connect">\#(elements)"#
        + "</\(kind)RegistrationDescription></content></entry>"
}

/// The last segment of an address's path: an id.
func lastSegment(_ address: String) -> String {
    String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "")
}

/// The text of `<Detail>`.
func detail(_ response: HubResponse) -> String {
    (try? XMLElement(parsing: response.body))?["Detail"]?.text ?? response.body
}
