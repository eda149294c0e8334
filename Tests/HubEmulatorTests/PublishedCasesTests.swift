import Glibc
import HTTPServer
import JSON
import News
import Testing

@testable import HubEmulator

/// The published vectors and recordings, where they are at hand: `BULLETIN_SHARED` names the folder that holds them.
private let shared = getenv("BULLETIN_SHARED").map { String(cString: $0) }

private func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
}

private func core(rules: [SharedAccessRule], hubName: String = "bulletin", now: Int64) throws -> EmulatorCore {
    var configuration = TestHub.configuration(name: hubName) { Instant(secondsSince1970: now) }
    configuration.rules = rules
    return try EmulatorCore(configuration, rules: rules, seed: 1)
}

/// The rules whose keys signed the vectors.
private func rules(_ vectors: JSONValue) -> [SharedAccessRule] {
    var rules: [String: SharedAccessRule] = [:]
    for text in vectors["vectors"]?.array?.compactMap({ $0["connectionString"]?.string }) ?? [] {
        let fields = text.split(separator: ";").reduce(into: [String: String]()) { fields, part in
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { fields[String(pair[0])] = String(pair[1]) }
        }
        guard fields["Endpoint"]?.contains("bulletin-ns") == true, let name = fields["SharedAccessKeyName"],
            let key = fields["SharedAccessKey"], rules[name] == nil
        else { continue }
        let rights: Set<AccessRight> = name.contains("Listen") ? [.listen] : Set(AccessRight.allCases)
        rules[name] = SharedAccessRule(name: name, rights: rights, primaryKey: key, secondaryKey: "")
    }
    return Array(rules.values)
}

@Suite(.enabled(if: shared != nil)) struct PublishedCasesTests {
    private func vectors() throws -> JSONValue {
        try JSONValue(parsing: try #require(text(of: (shared ?? "") + "/hub/sas-vectors.json")))
    }

    @Test func vectorsAndRecordingsAreAnsweredAsMarked() throws {
        try verificationCases()
        try recordedRequests()
    }

    private func verificationCases() throws {
        let vectors = try vectors()
        let cases = try #require(vectors["verificationCases"]?.array)
        #expect(cases.count >= 20)
        // The key of the Listen rule is not published: TokenTests has that case with a key of its own.
        for entry in cases where entry["id"]?.string?.hasPrefix("n20") == false {
            let core = try core(rules: rules(vectors), now: entry["now"]?.integer ?? 0)
            var headers: HeaderFields = [
                "Host": "bulletin-ns.servicebus.windows.net", "ServiceBusNotification-Format": "template",
            ]
            if let authorization = entry["authorization"]?.string { headers.add("Authorization", authorization) }
            let request = HubRequest(
                "POST", "/bulletin/messages?api-version=2020-06", headers: headers, body: Array("{}".utf8))
            let response = core.answer(request, at: ConnectionPlace()).response
            let id = entry["id"]?.string ?? ""
            #expect(response.status == entry["expectStatus"]?.integer.map { Int($0) }, "\(id): \(response.body)")
            if let prefix = entry["expectDetailPrefix"]?.string {
                #expect(detail(response).hasPrefix(prefix), "\(id): \(response.body)")
            }
        }
    }

    private func recordedRequests() throws {
        let vectors = try vectors()
        let names = try recordings()
        #expect(names.count >= 37)
        for name in names {
            let path = "\(shared ?? "")/hub/recorded/\(name)"
            let recording = try JSONValue(parsing: try #require(text(of: path + ".json")))
            let request = try recordedRequest(try #require(text(of: path + ".http")))
            let hubName = request.target.segments.first ?? ""
            let core = try core(rules: rules(vectors), hubName: hubName, now: 1_767_225_000)
            let admitted = Result<HubCall, Refusal> { () throws(Refusal) in
                try core.gate.admit(request, now: core.clock())
            }
            let isReal = if case .success(.send(_, isTest: false, _)) = admitted { true } else { false }
            // One client's test send is a real send: it is taken, and that is the trap.
            if name.hasPrefix("a04") {
                #expect(isReal)
                continue
            }
            let isTaken = if case .success = admitted { true } else { false }
            #expect(isTaken == recording["acceptableToService"]?.boolean, "\(name): \(admitted)")
        }
    }

    private func recordings() throws -> [String] {
        let folder = try #require(opendir((shared ?? "") + "/hub/recorded"))
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".http") { names.append(String(name.dropLast(5))) }
        }
        return names.sorted()
    }

    private func recordedRequest(_ text: String) throws -> HubRequest {
        let end = try #require(text.unicodeScalars.firstRange(of: "\r\n\r\n".unicodeScalars))
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        let first = try #require(lines.first).split(separator: " ")
        let headers = lines.dropFirst().map { line in
            let pair = line.split(separator: ":", maxSplits: 1)
            return (name: String(pair[0]), value: pair.count > 1 ? String(pair[1].dropFirst()) : "")
        }
        return HubRequest(
            String(first[0]), String(first[1]), headers: HeaderFields(headers),
            body: Array(text[end.upperBound...].utf8))
    }
}
