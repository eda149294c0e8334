/// The properties of a template notification: what the holes of templates are filled with. Names ignore case.
public struct TemplateProperties: Sendable {
    private var values: [String: String] = [:]

    /// Properties from names and values in order; of two names that differ only in case the later one counts.
    public init(_ properties: some Sequence<(String, String)>) {
        for (name, value) in properties { values[TemplateProperties.folded(name)] = value }
    }

    /// Properties from a dictionary; of two names that differ only in case the later one in order of bytes counts.
    public init(_ properties: [String: String]) {
        self.init(properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// The value of the property of that name, whatever its case.
    public subscript(name: String) -> String? { values[TemplateProperties.folded(name)] }

    /// Templates can name properties in ASCII alone. Other names are left as they are: some letters, such as the sign
    /// for kelvin, turn into ASCII in lower case and would be found under a name that they do not have.
    static func folded(_ name: String) -> String {
        name.utf8.allSatisfy { $0 < 0x80 } ? name.lowercased() : name
    }
}

extension String {
    /// Whether templates can address a property of that name: 1 to 120 ASCII letters, digits and underscores.
    public var isTemplatePropertyName: Bool {
        (1...HubLimits.propertyNameLength).contains(utf8.count)
            && utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
