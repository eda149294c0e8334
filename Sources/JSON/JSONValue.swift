/// A JSON value as plain data. Members keep the order in which they were read or added.
public enum JSONValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The text, if this is a string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The number, if this is a whole one.
    public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The number, whole or not.
    public var real: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
    /// The truth value, if this is one.
    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    /// The elements, if this is an array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The members, if this is an object.
    public var object: JSONObject? { if case .object(let members) = self { members } else { nil } }

    /// The member of that name, if this is an object that has one.
    public subscript(name: String) -> JSONValue? { object?[name] }
    /// The element at that place, if this is an array that long.
    public subscript(position: Int) -> JSONValue? {
        guard let array, array.indices.contains(position) else { return nil }
        return array[position]
    }

    /// `null` for nil, else a string: optional fields are written, not left out.
    public init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object whose members stand in the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

/// The members of a JSON object, in order; names are unique.
public struct JSONObject: Sendable, Equatable {
    /// Names and values in order.
    public private(set) var members: [(name: String, value: JSONValue)] = []
    /// Where each name stands, once there are too many to look through: most objects are small.
    private var positions: [String: Int] = [:]
    private static let fewMembers = 8

    /// An object without members.
    public init() {}

    /// An object of the given members; a later one of the same name replaces the earlier.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        self.members.reserveCapacity(members.underestimatedCount)
        for (name, value) in members { self[name] = value }
    }

    /// The names in order.
    public var names: [String] { members.map(\.name) }

    /// The member of that name; setting a new one adds it at the end, setting nil removes it.
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil):
                members.remove(at: position)
                noteAllPositions()
            case (nil, let value?):
                members.append((name, value))
                if members.count == Self.fewMembers + 1 { noteAllPositions() }
                if members.count > Self.fewMembers { positions[name] = members.count - 1 }
            case (nil, nil): break
            }
        }
    }

    private func position(of name: String) -> Int? {
        members.count > Self.fewMembers ? positions[name] : members.firstIndex { $0.name == name }
    }

    private mutating func noteAllPositions() {
        positions = [:]
        guard members.count > Self.fewMembers else { return }
        positions = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.name, $0) })
    }

    /// Objects are equal when their members are, in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.name == $1.name && $0.value == $1.value }
    }
}
