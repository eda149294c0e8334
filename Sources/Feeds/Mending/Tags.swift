extension Mender {
    /// The name that begins at `start`: letters, digits, `-`, `_`, `.` and one colon.
    private func nameEnd(from start: Int) -> Int {
        var end = start
        var colons = 0
        while end < body.count, body[end] < 0x80, body[end].isNameByte, end - start < 1_024 {
            if body[end] == 0x3a { colons += 1 }
            if colons > 1 { break }
            end += 1
        }
        while end > start + 1, body[end - 1] == 0x3a { end -= 1 }
        return end
    }

    /// A hash of a name without regard to case (FNV-1a).
    func hash(_ name: Range<Int>) -> UInt32 {
        name.reduce(0x811c_9dc5) { ($0 ^ UInt32(body[$1].asciiLowercased)) &* 0x0100_0193 }
    }

    private func role(_ name: Range<Int>) -> ElementRole {
        let text = UnsafeRawBufferPointer(rebasing: body[name]).text
        guard let colon = text.utf8.firstIndex(of: 0x3a) else {
            return Vocabulary.role(name: text, prefix: nil, namespace: nil, isHome: true)
        }
        return Vocabulary.role(
            name: String(text[text.index(after: colon)...]), prefix: String(text[..<colon]), namespace: nil,
            isHome: true)
    }

    // MARK: End tags

    mutating func mendEndTag() {
        let start = place + 2
        let name = start..<nameEnd(from: start)
        guard !name.isEmpty, body[start].isNameStart else {
            copyAsText()
            return
        }
        // An end tag whose ">" is missing ends where the next tag begins.
        let next = body.position(of: 0x3c, from: name.upperBound) ?? body.count
        let end = UnsafeRawBufferPointer(rebasing: body[..<next]).position(of: 0x3e, from: name.upperBound)
        guard next < body.count || end != nil else {
            place = body.count
            return
        }
        place = end.map { $0 + 1 } ?? next
        close(hash(name))
    }

    /// Closes the element of that name with all that is open inside it. Within a field only its own content and
    /// what encloses it can be meant.
    private mutating func close(_ hash: UInt32) {
        if let position = open.position(ofHash: hash) { closeDown(to: position) }
    }

    private mutating func closeDown(to position: Int) {
        while open.stack.count > position, let element = open.pop() {
            if element.isWritten {
                output.append("</")
                let start = Int(element.start)
                output.append(UnsafeRawBufferPointer(rebasing: body[start..<(start + Int(element.length))]))
                output.append(0x3e)
            }
        }
        if open.stack.isEmpty { isDone = true }
    }

    /// Closes what is still open where the bytes end.
    mutating func closeAll() {
        output.removeAll()
        closeDown(to: 0)
    }

    // MARK: Start tags

    mutating func mendStartTag() {
        let name = (place + 1)..<nameEnd(from: place + 1)
        var tag = StartTag(name: name, end: name.upperBound)
        guard readAttributes(&tag) else {
            // Cut off inside the tag.
            place = body.count
            return
        }
        let role = role(name)
        closeWhatEnds(before: role, name)
        place = tag.end
        let hash = hash(name)
        let isVoid = tag.isEmpty || isVoid(name, tag, role)
        let isWanted = (role.kind != .other && role.kind != .foreign) || mayWrite(hash)
        if isVoid {
            guard isWanted, open.written < OpenElements.deepest else { return }
        } else {
            guard open.push(name, hash: hash, role: role, isWanted: isWanted) else { return }
        }
        output.append(0x3c)
        output.append(UnsafeRawBufferPointer(rebasing: body[name]))
        tag.attributes.forEach { write($0) }
        output.append(isVoid ? "/>" : ">")
        if isVoid && open.stack.isEmpty { isDone = true }
    }

    /// Whether a name may be written: one that was before, or one of not too many new ones.
    mutating func mayWrite(_ hash: UInt32) -> Bool {
        if names.contains(hash) { return true }
        guard names.count < FeedParser.nameLimit / 2 else { return false }
        names.insert(hash)
        return true
    }

    /// Closes what the publisher forgot to close, as far as the new element tells.
    private mutating func closeWhatEnds(before role: ElementRole, _ name: Range<Int>) {
        if role.kind == .item, let item = open.item {
            closeDown(to: item)
        } else if let field = open.field, let fieldRole = open.fieldRole, ends(fieldRole, before: role, name) {
            closeDown(to: field)
        }
    }

    /// Whether an element for `next` cannot lie inside a field of the other role. A summary may hold HTML, of which
    /// some elements are called like those of feeds.
    private func ends(_ field: ElementRole, before next: ElementRole, _ name: Range<Int>) -> Bool {
        guard next.kind == .field || next.kind == .item else { return false }
        guard field.field == .summary else { return true }
        let text = UnsafeRawBufferPointer(rebasing: body[name])
        let isHTML = ["title", "link", "body", "summary", "content", "abstract", "info", "date", "tags", "id"]
            .contains { (html: StaticString) in text.equalsIgnoringCase(html) }
        return !isHTML
    }

    /// Elements that never have an end tag in HTML, and those of feeds whose attributes say everything, when no end
    /// tag follows.
    private func isVoid(_ name: Range<Int>, _ tag: StartTag, _ role: ElementRole) -> Bool {
        let text = UnsafeRawBufferPointer(rebasing: body[name])
        let isHTML: Bool = [
            "br", "img", "hr", "input", "meta", "wbr", "area", "col", "embed", "param", "base", "source", "track",
        ].contains { (html: StaticString) in text.equalsIgnoringCase(html) }
        if isHTML && open.field != nil { return true }
        let speaksByAttributes =
            (role.field == .link && has(tag, "href")) || (role.field == .category && has(tag, "term"))
            || localName(text) == "enclosure" || localName(text) == "thumbnail"
        guard speaksByAttributes else { return false }
        var next = tag.end
        while next < body.count, body[next].isXMLBlank { next += 1 }
        return next < body.count && !body.has("</", at: next)
    }

    private func has(_ tag: StartTag, _ attribute: StaticString) -> Bool {
        tag.attributes.contains { UnsafeRawBufferPointer(rebasing: body[$0.name]).equalsIgnoringCase(attribute) }
    }
}

/// A start tag as found.
struct StartTag {
    struct Attribute {
        var name: Range<Int>
        var value: Range<Int>
    }

    var name: Range<Int>
    var attributes: [Attribute] = []
    /// Behind the `>`.
    var end: Int
    /// Ended with `/>`.
    var isEmpty = false
}
