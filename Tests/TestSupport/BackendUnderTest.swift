import Glibc

/// A running back end, asked as an app asks it.
public struct BackendUnderTest: Sendable {
    /// Its port.
    public let port: UInt16
    /// The password of everybody in ``users``.
    public static let password = "harbour light"

    /// A back end at a port of this machine.
    public init(port: UInt16) {
        self.port = port
    }

    /// A file of users, all with the same password.
    public static func users(_ names: String...) -> String {
        names.map { "\($0):$2b$04$Q5u1ZrVw3yJmXk8sDfGhO.xZCJR9052hjFXmV7xU5wU90rKyttL6S\n" }.joined()
    }

    /// Asks for something; status 0 stands for no answer.
    public func ask(
        _ user: String?, _ method: String, _ target: String, _ body: String = "", password: String = password
    ) -> RawConnection.Response {
        let headers = user.map { [("Authorization", BackendUnderTest.authorization($0, password))] } ?? []
        guard let connection = RawConnection(port: port),
            connection.send(method, target, host: "127.0.0.1", headers: headers, body: body),
            case .success(let response) = connection.response()
        else { return RawConnection.Response(status: 0, headers: [], body: "") }
        return response
    }

    /// The value of the header for a name and a password.
    public static func authorization(_ user: String, _ password: String = password) -> String {
        "Basic " + base64("\(user):\(password)")
    }

    /// An id for a device, or what was answered instead.
    public func id(_ user: String, _ handle: String) -> String {
        let response = ask(user, "POST", "/api/register?handle=\(handle)")
        guard response.status == 200, response.body.hasPrefix("\"") else {
            return "\(response.status) \(response.body)"
        }
        return String(response.body.dropFirst().dropLast())
    }

    private static func base64(_ text: String) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let three = (0..<3).map { start + $0 < bytes.count ? Int(bytes[start + $0]) : 0 }
            let number = three[0] << 16 | three[1] << 8 | three[2]
            let wanted = min(3, bytes.count - start) + 1
            encoded += (0..<4).map { $0 < wanted ? letters[number >> (18 - 6 * $0) & 63] : UInt8(ascii: "=") }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

/// What did not come as it should. Programs are waited for on threads of their own, where no test is known that could be told.
public struct Findings: Sendable {
    /// One sentence each.
    public private(set) var wrong: [String] = []

    /// None yet.
    public init() {}

    /// Notes what is not as it should be.
    public mutating func check(_ isRight: Bool, _ words: @autoclosure () -> String, line: Int = #line) {
        if !isRight { wrong.append("line \(line): \(words())") }
    }

    /// Notes an answer with another status, or without those words.
    public mutating func expect(
        _ response: RawConnection.Response, _ status: Int, _ words: String = "", line: Int = #line
    ) {
        check(
            response.status == status && (words.isEmpty || response.body.contains(words)),
            "\(response.status) \(response.body) instead of \(status) \(words)", line: line)
    }
}
