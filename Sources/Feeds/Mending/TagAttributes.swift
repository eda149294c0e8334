extension Mender {
    /// Reads the attributes behind a tag's name; false when the document ends inside the tag.
    func readAttributes(_ tag: inout StartTag) -> Bool {
        var place = tag.name.upperBound
        while place < body.count {
            let byte = body[place]
            if byte == 0x3e {
                tag.end = place + 1
                return true
            }
            if byte == 0x3c {
                // The ">" is missing.
                tag.end = place
                return true
            }
            if byte == 0x2f, place + 1 < body.count, body[place + 1] == 0x3e {
                tag.end = place + 2
                tag.isEmpty = true
                return true
            }
            place = byte.isNameStart && byte < 0x80 ? readAttribute(from: place, &tag) : place + 1
        }
        return false
    }

    private func readAttribute(from start: Int, _ tag: inout StartTag) -> Int {
        var nameEnd = start
        while nameEnd < body.count, body[nameEnd].isNameByte { nameEnd += 1 }
        var place = nameEnd
        while place < body.count, body[place].isXMLBlank { place += 1 }
        guard place < body.count, body[place] == 0x3d else { return nameEnd }
        place += 1
        while place < body.count, body[place].isXMLBlank { place += 1 }
        guard place < body.count else { return place }
        let value = readValue(from: place)
        add(StartTag.Attribute(name: start..<nameEnd, value: value.range), to: &tag)
        return value.end
    }

    private func readValue(from start: Int) -> (range: Range<Int>, end: Int) {
        let quote = body[start]
        if quote == 0x22 || quote == 0x27 {
            let window = UnsafeRawBufferPointer(rebasing: body[..<min(body.count, start + 65_536)])
            let close = window.position(of: quote, from: start + 1)
            // Looking no further than needed keeps a tag of many attributes linear.
            let inside = UnsafeRawBufferPointer(rebasing: window[..<(close ?? window.count)])
            let tagEnd = inside.position(of: 0x3e, from: start + 1)
            // A quote that closes only behind further tags was forgotten.
            let isForgotten = tagEnd.map { inside.position(of: 0x3c, from: $0) != nil } ?? false
            if let close, !isForgotten { return ((start + 1)..<close, close + 1) }
            let end = max(tagEnd ?? window.count, start + 1)
            return ((start + 1)..<end, end)
        }
        var end = start
        while end < body.count, !body[end].isXMLBlank, body[end] != 0x3e, body[end] != 0x3c { end += 1 }
        if end > start, body[end - 1] == 0x2f, end < body.count, body[end] == 0x3e { end -= 1 }
        return (start..<end, max(end, start + 1))
    }

    private func add(_ attribute: StartTag.Attribute, to tag: inout StartTag) {
        let name = body[attribute.name]
        let isOrdinary =
            attribute.name.count < 256 && name.allSatisfy { $0 < 0x80 } && name.last != 0x3a
            && name.filter { $0 == 0x3a }.count < 2
        guard isOrdinary, tag.attributes.count < 64,
            !tag.attributes.contains(where: { body[$0.name].elementsEqual(name) })
        else { return }
        tag.attributes.append(attribute)
    }

    /// Writes an attribute, its value cleaned and quoted.
    mutating func write(_ attribute: StartTag.Attribute) {
        let name = UnsafeRawBufferPointer(rebasing: body[attribute.name])
        if name.has("xmlns", at: 0) {
            namespaces += 1
            guard namespaces <= FeedParser.namespaceLimit / 2, !attribute.value.isEmpty else { return }
        } else if !mayWrite(hash(attribute.name)) {
            return
        }
        output.append(0x20)
        output.append(name)
        output.append("=\"")
        let after = place
        place = attribute.value.lowerBound
        while place < attribute.value.upperBound { writeValueByte() }
        place = after
        output.append(0x22)
    }

    private mutating func writeValueByte() {
        switch body[place] {
        case 0x26:
            // An entity that is refused in text is refused there; in a value it is an ampersand.
            do { try mendReference(inAttribute: true) } catch { place += 1 }
        case 0x3c:
            output.append("&lt;")
            place += 1
        case 0x22:
            output.append("&quot;")
            place += 1
        case 0xef:
            copyUnlessNoncharacter()
        case 0x00...0x1f where !body[place].isXMLBlank:
            place += 1
        default:
            output.append(body[place])
            place += 1
        }
    }
}
