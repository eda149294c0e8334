/// A part of an expression between `+` signs.
enum TemplateTerm: Sendable, Hashable {
    case literal(String)
    case property(TemplateHole)

    func value(with properties: TemplateProperties) -> String {
        switch self {
        case .literal(let text): text
        case .property(let hole): hole.value(with: properties)
        }
    }
}

/// A property with the way it is to be shown.
struct TemplateHole: Sendable, Hashable {
    enum Form: Sendable, Hashable {
        /// `$(name)` and `$(name, n)`.
        case plain
        /// `.(name, n)`: three dots at the end of what was clipped.
        case dotted
        /// `%(name)`.
        case uriEncoded
        /// `#(name)`.
        case number
    }

    var form: Form
    var name: String
    /// `$(name:{text})`: not documented, but read by the .NET client.
    var defaultValue: String?
    /// The most characters to show, in UTF-16 units: the service is a .NET program, whose strings count so; nothing
    /// official says it.
    var length: Int?

    func value(with properties: TemplateProperties) -> String {
        let value = properties[name] ?? defaultValue ?? ""
        switch form {
        case .plain: return length.map { clipped(value, to: $0) } ?? value
        case .dotted: return length.map { clippedWithDots(value, to: $0) } ?? value
        case .uriEncoded: return uriEncoded(value)
        case .number: return value
        }
    }
}

/// The longest beginning of at most that many UTF-16 units that does not end inside a character outside the basic plane.
private func clipped(_ text: String, to length: Int) -> String {
    // No text has fewer bytes than UTF-16 units.
    guard text.utf8.count > length else { return text }
    var units = 0
    var end = text.startIndex
    for index in text.unicodeScalars.indices {
        units += UTF16.width(text.unicodeScalars[index])
        if units > length { break }
        end = text.unicodeScalars.index(after: index)
    }
    return String(text[..<end])
}

private func clippedWithDots(_ text: String, to length: Int) -> String {
    guard clipped(text, to: length).utf8.count < text.utf8.count else { return text }
    let dots = String("...".prefix(length))
    return clipped(text, to: length - dots.utf8.count) + dots
}

/// RFC 3986: everything but the unreserved characters as percent signs and upper-case hex. Which characters the service
/// keeps is not documented.
private func uriEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            bytes.append(byte)
        default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
