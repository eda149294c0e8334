internal import JSON
internal import News

/// What is wrong inside a value that has parts of its own.
struct StructureFault: Error, Sendable, Equatable {
    /// Where, such as `World.urgent.minFeeds` or `Sports[0].per`; empty for the whole value.
    var path: String
    /// The text that is wrong, where that says more.
    var value: String?
    /// What is wrong and what is expected.
    var problem: ValueFault

    /// The fault as words that follow the name of an option.
    var asOneValue: ValueFault {
        let shown = value.flatMap { problem.mayBeQuoted ? quoted($0) + " " : nil } ?? ""
        return ValueFault((path.isEmpty ? "" : path + ": ") + shown + problem.problem, mayBeQuoted: false)
    }
}

/// An object of the configuration whose members are read by name; every name must be one of those known.
struct StructureReader {
    private let object: JSONObject
    private let path: String

    init(_ value: JSONValue, at path: String, known: [String]) throws(StructureFault) {
        guard let object = value.object else {
            throw StructureFault(path: path, problem: ValueFault("must be an object { … }"))
        }
        self.object = object
        self.path = path
        for name in object.names where !known.contains(name) {
            let hint =
                nearest(to: name, among: known).map { "; did you mean \($0)?" }
                ?? "; there are \(known.joined(separator: ", "))"
            let place = looksSecret(name) ? path : place(name)
            throw StructureFault(path: place, problem: ValueFault("no such setting" + hint))
        }
    }

    /// Where a member stands.
    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// A member as it is; nil where it is not given.
    subscript(name: String) -> JSONValue? { object[name] }

    /// A member of that kind; nil where it is not given.
    func value(_ name: String, _ kind: ValueKind) throws(StructureFault) -> SettingValue? {
        guard let value = object[name] else { return nil }
        return try kind.value(from: value, at: place(name))
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(StructureFault) -> Int? {
        if case .integer(let number)? = try value(name, .integer(range)) { number } else { nil }
    }

    func seconds(_ name: String, _ range: ClosedRange<Int64>) throws(StructureFault) -> Int64? {
        if case .seconds(let seconds)? = try value(name, .duration(range)) { seconds } else { nil }
    }

    /// A text, or several in an array.
    func texts(_ name: String) throws(StructureFault) -> [String]? {
        try values(name, .text("TEXT"))?.compactMap(\.text)
    }

    /// Categories: texts with one or several each.
    func categories(_ name: String) throws(StructureFault) -> [Category]? {
        try values(name, .categories)?.flatMap { value -> [Category] in
            if case .categories(let some) = value { some } else { [] }
        }
    }

    private func values(_ name: String, _ kind: ValueKind) throws(StructureFault) -> [SettingValue]? {
        guard let value = object[name] else { return nil }
        guard let elements = value.array else {
            return [try kind.value(from: value, at: place(name), isList: true)]
        }
        var found: [SettingValue] = []
        for (position, element) in elements.enumerated() {
            found.append(try kind.value(from: element, at: "\(place(name))[\(position)]"))
        }
        return found
    }
}

extension ValueKind {
    fileprivate func value(
        from value: JSONValue, at path: String, isList: Bool = false
    ) throws(StructureFault) -> SettingValue {
        guard let text = text(of: value) else {
            throw StructureFault(path: path, problem: ValueFault("must be \(jsonForm(isList: isList))"))
        }
        do {
            return try self.value(from: text)
        } catch {
            throw StructureFault(path: path, value: text, problem: error)
        }
    }

    /// Reads a value that has parts of its own; nil for the kinds that have none.
    func structure(of value: JSONValue) throws(StructureFault) -> SettingValue? {
        switch self {
        case .quietHours: .quiet(try QuietSetting(value))
        case .caps: .caps(try CapSettings(value))
        case .breaking: .breaking(try BreakingSettings(value))
        case .rules: .rules(try RuleSettings(value))
        case .feedSettings: .feedSettings(try FeedSettingsByPlace(value))
        case .listsByUser: .listsByUser(try ListsByUser(value))
        default: nil
        }
    }

    /// The same for what was typed as JSON.
    func structure(typed text: String) throws(ValueFault) -> SettingValue {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: JSONWithComments(Array(text.utf8)).blanked)
        } catch {
            throw ValueFault("is not JSON: \(error.reason)")
        }
        do {
            if let value = try structure(of: value) { return value }
        } catch {
            throw error.asOneValue
        }
        throw ValueFault("is not JSON of the wanted kind")
    }
}

/// Values by category, with one for all that are not named. Each category is named once.
struct ByCategory<Value: Sendable & Hashable>: Sendable, Hashable {
    var common: Value?
    var single: [Category: Value] = [:]

    init(
        _ value: JSONValue, _ read: (JSONValue, String) throws(StructureFault) -> Value
    ) throws(StructureFault) {
        guard let object = value.object else {
            throw StructureFault(path: "", problem: ValueFault("must be an object { … } by category"))
        }
        for (name, member) in object.members {
            if name == "default" {
                common = try read(member, name)
                continue
            }
            let category: Category
            do {
                category = try ValueKind.category(name)
            } catch {
                throw StructureFault(path: name, value: name, problem: error)
            }
            guard single[category] == nil else {
                throw StructureFault(path: name, problem: ValueFault("is given twice"))
            }
            single[category] = try read(member, name)
        }
    }
}
