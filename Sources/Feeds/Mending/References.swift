internal import PlainText

/// Expands the entities a document declares, within bounds: what is honest is short.
struct EntityExpansion {
    private let declared: DeclaredEntities
    /// Bytes that all expansions of a document may make together.
    private var budget = 65_536

    init(_ declared: DeclaredEntities) {
        self.declared = declared
    }

    /// The text of an entity, nil when it was not declared.
    mutating func text(of name: String) throws(FeedError) -> [UInt8]? {
        guard declared.values[name] != nil else { return nil }
        var result: [UInt8] = []
        try expand(name, into: &result, level: 0)
        return result
    }

    private mutating func expand(_ name: String, into result: inout [UInt8], level: Int) throws(FeedError) {
        guard level < 8 else { throw .entityBomb }
        switch declared.values[name] {
        case .external: throw .externalEntity(name: name)
        case .text(let value): try append(value, into: &result, level: level)
        case nil: result.append(contentsOf: "&\(name);".utf8)
        }
    }

    private mutating func append(_ value: [UInt8], into result: inout [UInt8], level: Int) throws(FeedError) {
        // Each entity named costs something too, or empty ones could be named without end.
        budget -= value.count + 16
        guard budget > 0 else { throw .entityBomb }
        var place = 0
        while place < value.count {
            guard value[place] == 0x26, let end = value[place...].prefix(64).firstIndex(of: 0x3b),
                value[place + 1] != 0x23
            else {
                result.append(value[place])
                place += 1
                continue
            }
            let name = String(decoding: value[(place + 1)..<end], as: UTF8.self)
            if declared.values[name] == nil {
                result.append(contentsOf: value[place...end])
            } else {
                try expand(name, into: &result, level: level + 1)
            }
            place = end + 1
        }
    }
}

extension Mender {
    /// Reads what begins with `&`. What is no reference is an ampersand.
    mutating func mendReference(inAttribute: Bool) throws(FeedError) {
        if place + 1 < body.count, body[place + 1] == 0x23 {
            mendNumber()
            return
        }
        var end = place + 1
        while end < body.count, end - place <= 40,
            body[end].isASCIILetter || body[end].isASCIIDigit || body[end] == 0x5f
                || body[end] == 0x2d || body[end] == 0x2e
        {
            end += 1
        }
        guard end < body.count, body[end] == 0x3b, end > place + 1 else {
            output.append("&amp;")
            place += 1
            return
        }
        let name = UnsafeRawBufferPointer(rebasing: body[(place + 1)..<end])
        if isPredefined(name) {
            output.append(UnsafeRawBufferPointer(rebasing: body[place...end]))
        } else if let text = try entities.text(of: name.text) {
            appendText(text)
        } else if let text = htmlEntity(named: name) {
            appendText(Array(text.utf8))
        } else {
            output.append("&amp;")
            place += 1
            return
        }
        place = end + 1
    }

    private func isPredefined(_ name: UnsafeRawBufferPointer) -> Bool {
        switch name.count {
        case 2: name.has("lt", at: 0) || name.has("gt", at: 0)
        case 3: name.has("amp", at: 0)
        case 4: name.has("quot", at: 0) || name.has("apos", at: 0)
        default: false
        }
    }

    /// Appends characters of text or an attribute's value, none of which is markup.
    private mutating func appendText(_ text: [UInt8]) {
        for byte in text {
            switch byte {
            case 0x3c: output.append("&lt;")
            case 0x3e: output.append("&gt;")
            case 0x26: output.append("&amp;")
            case 0x22: output.append("&quot;")
            case 0x00...0x1f: output.append(0x20)
            default: output.append(byte)
            }
        }
    }

    /// `&#…;`: what XML cannot hold is left out, halves of a surrogate pair are put together.
    private mutating func mendNumber() {
        guard let (value, end) = number(at: place) else {
            output.append("&amp;")
            place += 1
            return
        }
        place = end
        if (0xd800...0xdbff).contains(value), let (low, pairEnd) = number(at: end), (0xdc00...0xdfff).contains(low),
            let scalar = Unicode.Scalar(0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00))
        {
            output.append(scalar: scalar)
            place = pairEnd
        } else if let scalar = Unicode.Scalar(value), isCharacter(value) {
            appendText(Array(String(scalar).utf8))
        }
    }

    private func isCharacter(_ value: UInt32) -> Bool {
        value == 0x9 || value == 0xa || value == 0xd || (value >= 0x20 && value != 0xfffe && value != 0xffff)
    }

    /// The number of a reference at `place` and where it ends.
    private func number(at place: Int) -> (UInt32, Int)? {
        guard body.has("&#", at: place) else { return nil }
        var end = place + 2
        let isHexadecimal = end < body.count && body[end] | 0x20 == 0x78
        if isHexadecimal { end += 1 }
        let start = end
        var value: UInt32 = 0
        while end < body.count, end - start < 10, let digit = digit(body[end], isHexadecimal) {
            value = min(value &* (isHexadecimal ? 16 : 10) &+ digit, 0x11_0000)
            end += 1
        }
        guard end > start, end < body.count, body[end] == 0x3b else { return nil }
        return (value, end + 1)
    }

    private func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
        if byte.isASCIIDigit { return UInt32(byte - 0x30) }
        let lowered = byte | 0x20
        guard isHexadecimal, (0x61...0x66).contains(lowered) else { return nil }
        return UInt32(lowered - 0x61 + 10)
    }
}
