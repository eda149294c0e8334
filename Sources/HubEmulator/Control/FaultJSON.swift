internal import JSON

extension Fault {
    /// Reads a fault as control requests carry it:
    ///
    ///     {"action":"answer","status":429,"retry_after":5,"body":"empty","times":2}
    ///     {"action":"answer","status":503,"retry_after_date":5}
    ///     {"action":"drop","ending":"reset","takes_request":true,"request_of_connection":2}
    ///     {"action":"late","milliseconds":1500,"path":"messages","times":null}
    ///     {"action":"hold"}   {"action":"refuse"}
    init(_ value: JSONValue) throws(Refusal) {
        guard let object = value.object else { throw Refusal(400, "A fault must be a JSON object.") }
        try Fault.checkNames(object)
        self.init(
            try Fault.action(object), takesRequest: object["takes_request"]?.boolean, method: object["method"]?.string,
            path: object["path"]?.string, requestOfConnection: object["request_of_connection"]?.integer.map { Int($0) },
            skipping: max(0, Int(object["skipping"]?.integer ?? 0)),
            times: object["times"] == JSONValue.null ? nil : max(1, Int(object["times"]?.integer ?? 1)))
    }

    private static func checkNames(_ object: JSONObject) throws(Refusal) {
        let known = [
            "action", "status", "retry_after", "retry_after_date", "body", "text", "ending", "milliseconds",
            "takes_request", "method", "path", "request_of_connection", "skipping", "times",
        ]
        if let unknown = object.names.first(where: { !known.contains($0) }) {
            throw Refusal(400, "A fault has no '\(unknown.prefix(60))'; it has \(known.joined(separator: ", ")).")
        }
    }

    private static func action(_ object: JSONObject) throws(Refusal) -> Action {
        let ending = Ending(rawValue: object["ending"]?.string ?? "closed") ?? .closed
        switch object["action"]?.string {
        case "answer":
            guard let status = object["status"]?.integer, (200...599).contains(status) else {
                throw Refusal(400, "An answer needs a 'status' from 200 to 599.")
            }
            return .answer(status: Int(status), retryAfter: retryAfter(object), body: try body(object))
        case "drop": return .drop(ending)
        case "refuse": return .refuse(ending)
        case "late":
            guard let milliseconds = object["milliseconds"]?.integer, (0...3_600_000).contains(milliseconds) else {
                throw Refusal(400, "A late answer needs 'milliseconds' from 0 to 3600000.")
            }
            return .late(milliseconds: Int(milliseconds))
        case "hold": return .hold
        default: throw Refusal(400, "The 'action' must be answer, drop, refuse, late or hold.")
        }
    }

    private static func retryAfter(_ object: JSONObject) -> RetryAfter? {
        object["retry_after"]?.integer.map { .seconds($0) }
            ?? object["retry_after_date"]?.integer.map { .date(secondsFromNow: $0) }
    }

    private static func body(_ object: JSONObject) throws(Refusal) -> Body {
        switch object["body"]?.string ?? "error" {
        case "error": return .error
        case "empty": return .empty
        case "text": return .text(object["text"]?.string ?? "")
        default: throw Refusal(400, "The 'body' must be error, empty or text.")
        }
    }

    /// The fault as control requests show it.
    var json: JSONValue {
        var object = JSONObject()
        switch action {
        case .answer(let status, let retryAfter, let body):
            object["action"] = "answer"
            object["status"] = .integer(Int64(status))
            switch retryAfter {
            case .seconds(let seconds)?: object["retry_after"] = .integer(seconds)
            case .date(let seconds)?: object["retry_after_date"] = .integer(seconds)
            case nil: break
            }
            switch body {
            case .error: object["body"] = "error"
            case .empty: object["body"] = "empty"
            case .text(let text):
                object["body"] = "text"
                object["text"] = .string(text)
            }
        case .drop(let ending): object = Fault.object("drop", ending)
        case .refuse(let ending): object = Fault.object("refuse", ending)
        case .late(let milliseconds):
            object["action"] = "late"
            object["milliseconds"] = .integer(Int64(milliseconds))
        case .hold: object["action"] = "hold"
        }
        object["takes_request"] = .boolean(takesRequest)
        if let method { object["method"] = .string(method) }
        if let path { object["path"] = .string(path) }
        if let requestOfConnection { object["request_of_connection"] = .integer(Int64(requestOfConnection)) }
        if skipping > 0 { object["skipping"] = .integer(Int64(skipping)) }
        object["times"] = times.map { .integer(Int64($0)) } ?? .null
        return .object(object)
    }

    private static func object(_ action: String, _ ending: Ending) -> JSONObject {
        JSONObject([("action", .string(action)), ("ending", .string(ending.rawValue))])
    }
}
