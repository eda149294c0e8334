internal import JSON

/// The lines on which the names in a JSON text stand, by key path. jansson does not tell the places of values, so the text
/// is walked once more; that it is JSON is known by then.
struct KeyLines {
    private(set) var lines: [String: Int] = [:]
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        value(at: "")
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
            let start = line
            let name = text()
            let inner = path.isEmpty ? name : "\(path).\(name)"
            lines[inner] = start
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
            lines["\(path)[\(place)]"] = line
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
            if byte == 0x0A { line += 1 }
            position += 1
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
