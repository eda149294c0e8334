internal import CJansson

/// Why a text is not JSON, and where.
public struct JSONError: Error, Sendable, Equatable {
    /// The line of the fault, counted from 1.
    public var line: Int
    /// The column of the fault in characters, counted from 1.
    public var column: Int
    /// What was found or expected, in jansson's words.
    public var reason: String
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259) of UTF-8 bytes, any kind of value at the top. Duplicate names are refused,
    /// and so is a NUL in a name, which jansson cannot hold.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
        var fault = json_error_t()
        let inPlace = bytes.withContiguousStorageIfAvailable { loaded($0, &fault) }
        guard let root = inPlace ?? Array(bytes).withUnsafeBufferPointer({ loaded($0, &fault) }) else {
            let reason = withUnsafeBytes(of: fault.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw JSONError(line: max(1, Int(fault.line)), column: max(1, Int(fault.column)), reason: reason)
        }
        defer { bulletin_json_release(root) }
        self = JSONValue(copying: root)
    }

    /// Reads one JSON text.
    public init(parsing text: String) throws(JSONError) {
        try self.init(parsing: text.utf8)
    }

    /// Depth is bounded by jansson (2,048 levels), so the recursion is too.
    fileprivate init(copying value: UnsafeMutablePointer<json_t>) {
        switch bulletin_json_type(value) {
        case JSON_STRING: self = .string(characters(of: value))
        case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
        case JSON_REAL: self = .real(json_real_value(value))
        case JSON_TRUE: self = .boolean(true)
        case JSON_FALSE: self = .boolean(false)
        case JSON_ARRAY:
            self = .array(
                (0..<json_array_size(value)).map { position in
                    json_array_get(value, position).map { JSONValue(copying: $0) } ?? .null
                })
        case JSON_OBJECT: self = .object(members(of: value))
        default: self = .null
        }
    }
}

private func loaded(
    _ bytes: UnsafeBufferPointer<UInt8>, _ fault: inout json_error_t
) -> UnsafeMutablePointer<json_t>? {
    let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL)
    // jansson takes no empty address for an empty text.
    guard let start = bytes.baseAddress else { return json_loadb("", 0, flags, &fault) }
    return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        json_loadb($0, bytes.count, flags, &fault)
    }
}

private func characters(of value: UnsafeMutablePointer<json_t>) -> String {
    guard let start = json_string_value(value) else { return "" }
    return String(
        decoding: UnsafeRawBufferPointer(start: start, count: json_string_length(value)), as: UTF8.self)
}

private func members(of value: UnsafeMutablePointer<json_t>) -> JSONObject {
    var object = JSONObject()
    var iterator = json_object_iter(value)
    while let position = iterator {
        if let name = json_object_iter_key(position), let member = json_object_iter_value(position) {
            object[String(cString: name)] = JSONValue(copying: member)
        }
        iterator = json_object_iter_next(value, position)
    }
    return object
}
