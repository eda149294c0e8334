internal import JSON
public import News

/// `caps`: how many bulletins a category may have in any stretch of time.
public struct CapSettings: Sendable, Hashable {
    /// At most that many bulletins in any stretch of that length.
    public struct Cap: Sendable, Hashable {
        /// How many bulletins.
        public var bulletins: Int
        /// The length of the stretch in seconds.
        public var seconds: Int64
    }

    let caps: ByCategory<[Cap]>

    /// The caps of a category; nil where the built-in ones hold.
    public subscript(category: Category) -> [Cap]? { caps.single[category] ?? caps.common }

    /// An object by category, or a list for all.
    init(_ value: JSONValue) throws(StructureFault) {
        let named = value.array == nil ? value : .object(JSONObject([("default", value)]))
        let isList = value.array != nil
        caps = try ByCategory(named) { (value, path) throws(StructureFault) in
            try Cap.list(value, at: isList ? "" : path)
        }
    }
}

extension CapSettings.Cap {
    fileprivate static func list(_ value: JSONValue, at path: String) throws(StructureFault) -> [Self] {
        guard let elements = value.array else {
            throw StructureFault(
                path: path,
                problem: ValueFault("must be an array such as [{\"bulletins\": 2, \"per\": \"60m\"}]; [] for no cap"))
        }
        var caps: [Self] = []
        for (position, element) in elements.enumerated() {
            let place = "\(path)[\(position)]"
            let reader = try StructureReader(element, at: place, known: ["bulletins", "per"])
            guard let bulletins = try reader.integer("bulletins", 1...1_000) else {
                throw StructureFault(path: place, problem: ValueFault("has no bulletins: how many are allowed"))
            }
            guard let seconds = try reader.seconds("per", 60...2_592_000) else {
                throw StructureFault(path: place, problem: ValueFault("has no per: a duration such as \"60m\""))
            }
            caps.append(Self(bulletins: bulletins, seconds: seconds))
        }
        return caps
    }
}
