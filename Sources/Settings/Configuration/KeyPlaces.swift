internal import JSON

/// Where something stands in a text.
struct TextPlace: Sendable, Equatable {
    /// Counted from 1.
    var line: Int
    /// In characters, counted from 1.
    var column: Int
}

/// The places of the names and elements in a JSON text, by key path, whose case does not matter: names of categories are
/// kept as the table spells them. jansson tells no places but those of faults, so the text is walked once more; that it is
/// JSON is known by then.
struct KeyPlaces: Sendable {
    private var places: [String: TextPlace] = [:]
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The column of the byte at `counted`, up to which columns were counted.
    private var column = 1
    private var counted = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        value(at: "")
    }

    /// The place of a key path.
    subscript(path: String) -> TextPlace? { places[path.lowercased()] }

    /// The place of a key path, or of the nearest thing around it: what is missing stands nowhere.
    func nearest(to path: String) -> TextPlace? {
        var path = path.lowercased()[...]
        while true {
            if let place = places[String(path)] { return place }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
            path = path[..<end]
        }
    }

    /// Each byte is counted once, however long a line is.
    private mutating func here() -> TextPlace {
        column += bytes[counted..<position].count { $0 & 0xC0 != 0x80 }
        counted = position
        return TextPlace(line: line, column: column)
    }

    /// Depth is bounded: jansson has refused what is deeper than it is ready for.
    private mutating func value(at path: String) {
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"): members(at: path)
        case UInt8(ascii: "["): elements(at: path)
        case UInt8(ascii: "\""): _ = text()
        default:
            while let byte = peek, !",]} \t\r\n".utf8.contains(byte) { position += 1 }
        }
    }

    private mutating func members(at path: String) {
        position += 1
        while true {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { break }
            let start = here()
            let name = text()
            let inner = path.isEmpty ? name : "\(path).\(name)"
            places[inner.lowercased()] = start
            skipBlanks()
            position += 1
            value(at: inner)
            guard skipsComma() else { break }
        }
        position += 1
    }

    private mutating func elements(at path: String) {
        position += 1
        skipBlanks()
        var place = 0
        while let byte = peek, byte != UInt8(ascii: "]") {
            places["\(path)[\(place)]".lowercased()] = here()
            value(at: "\(path)[\(place)]")
            place += 1
            guard skipsComma() else { break }
            skipBlanks()
        }
        position += 1
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            position += 1
            guard byte == 0x0A else { continue }
            line += 1
            column = 1
            counted = position
        }
    }

    private mutating func skipsComma() -> Bool {
        skipBlanks()
        guard peek == UInt8(ascii: ",") else { return false }
        position += 1
        return true
    }

    /// A text in quotes, its escapes undone.
    private mutating func text() -> String {
        let start = position
        position += 1
        var isEscaped = false
        while let byte = peek, isEscaped || byte != UInt8(ascii: "\"") {
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            position += 1
        }
        position = min(position + 1, bytes.count)
        let written = bytes[start..<position]
        guard written.contains(UInt8(ascii: "\\")) else {
            return String(decoding: written.dropFirst().dropLast(), as: UTF8.self)
        }
        let read = try? JSONValue(parsing: [UInt8(ascii: "[")] + written + [UInt8(ascii: "]")])
        return read?[0]?.string ?? ""
    }
}
