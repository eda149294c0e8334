internal import Categories
internal import JSON
internal import News

extension CategoryDecision {
    /// The members that `items` and `classify` print of a decision.
    func json() -> JSONObject {
        var object = JSONObject([
            ("category", JSONValue(category?.rawValue)), ("best", .string(best?.rawValue ?? "None")),
            ("confidence", .real(rounded(confidence, 10_000))),
            ("runner_up", runnerUp.map { $0.json() } ?? .null), ("doubt", JSONValue(doubt?.description)),
            ("because", .array(because.map { $0.json() })),
        ])
        // A list of the same name holds what the publisher says in 'items'.
        if categories.count > 1 { object["all_categories"] = .array(categories.map { .string($0.rawValue) }) }
        return object
    }
}

extension RunnerUp {
    fileprivate func json() -> JSONValue {
        [
            "category": .string(category?.rawValue ?? "None"), "probability": .real(rounded(probability, 10_000)),
        ]
    }
}

extension CategoryReason {
    fileprivate func json() -> JSONValue {
        var object = JSONObject([
            ("kind", .string(kind.rawValue)), ("text", text.isEmpty ? .null : .string(text)),
            ("category", .string(category?.rawValue ?? "None")), ("weight", .real(rounded(weight, 100))),
        ])
        if !words.isEmpty {
            object["words"] = .array(
                words.map { ["text": .string($0.text), "weight": .real(rounded($0.weight, 100))] })
        }
        return .object(object)
    }
}

/// Four digits say all there is to say, and read better than seventeen.
private func rounded(_ number: Double, _ parts: Double) -> Double {
    (number * parts).rounded() / parts
}
