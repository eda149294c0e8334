internal import CJansson
internal import Glibc

extension JSONValue {
    /// How a value is laid out.
    public enum Layout: Sendable {
        /// No blank that is not needed: what goes over the wire.
        case compact
        /// Two blanks of indentation: what people read.
        case indented
    }

    /// The value as UTF-8 JSON text without a line end. Characters outside ASCII stay as they are, control characters
    /// and quotes are escaped; real numbers have as many digits as tell them apart.
    public func text(_ layout: Layout = .compact) -> String {
        guard let root = makeJansson() else { return "null" }
        defer { bulletin_json_release(root) }
        var flags = JSON_ENCODE_ANY
        // jansson's 17 digits make 0.943 look like 0.94299999999999995.
        if hasOnlyShortReals { flags |= 15 << 11 }  // JSON_REAL_PRECISION(15)
        switch layout {
        case .compact: flags |= JSON_COMPACT
        case .indented: flags |= 2
        }
        guard let characters = json_dumps(root, Int(flags)) else { return "null" }
        defer { free(characters) }
        return String(cString: characters)
    }

    /// Whether 15 significant digits tell every real number in it from all others.
    private var hasOnlyShortReals: Bool {
        switch self {
        case .real(let number):
            number.description.prefix { $0 != "e" }.drop { !("1"..."9").contains($0) }.count(where: \.isNumber) <= 15
        case .array(let elements): elements.allSatisfy(\.hasOnlyShortReals)
        case .object(let object): object.members.allSatisfy(\.value.hasOnlyShortReals)
        default: true
        }
    }

    /// A new reference, or nil where memory ran out.
    private func makeJansson() -> UnsafeMutablePointer<json_t>? {
        switch self {
        case .null: json_null()
        case .boolean(let value): value ? json_true() : json_false()
        case .integer(let number): json_integer(json_int_t(number))
        // JSON has no infinity and no NaN: they become null, as in every other encoder.
        case .real(let number): number.isFinite ? json_real(number) : json_null()
        case .string(let text): makeString(text)
        case .array(let elements): makeArray(elements)
        case .object(let object): makeObject(object)
        }
    }

    private func makeString(_ text: String) -> UnsafeMutablePointer<json_t>? {
        // A NUL ends C strings, not these: the length is passed along. Any text of Swift's is UTF-8.
        text.withCString { json_stringn_nocheck($0, text.utf8.count) }
    }

    private func makeArray(_ elements: [JSONValue]) -> UnsafeMutablePointer<json_t>? {
        guard let array = json_array() else { return nil }
        for element in elements { json_array_append_new(array, element.makeJansson()) }
        return array
    }

    private func makeObject(_ object: JSONObject) -> UnsafeMutablePointer<json_t>? {
        guard let result = json_object() else { return nil }
        for (name, value) in object.members { json_object_set_new_nocheck(result, name, value.makeJansson()) }
        return result
    }
}
