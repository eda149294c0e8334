internal import News
internal import PlainText

extension FeedCollector {
    /// Opens an element that holds a field: reads what its attributes say and begins to gather its characters.
    mutating func begin(_ field: ElementRole.Field, rank: UInt8, _ attributes: Attributes, isOfItem: Bool) {
        var next = Collecting()
        next.field = field
        next.rank = rank
        next.depth = depth
        next.isOfItem = isOfItem
        if !isOfItem { raw.removeAll() }
        switch field {
        case .link:
            if let address = attributes.value(named: "href") {
                offerLink(address.trimmed, rank: linkRank(attributes, address.trimmed), isOfItem: isOfItem)
                next.field = .ignored
            } else if facts.format == .atom {
                next.rank = min(rank, 4)
            }
        case .category:
            beginCategory(attributes, isOfItem, &next)
        case .id:
            if let word = attributes.value(named: "ispermalink") {
                next.isPermalink = !word.trimmed.equalsIgnoringCase("false")
            } else {
                next.isPermalink = rank == 9
            }
        case .title:
            next.shape = shape(attributes)
        case .summary:
            if draft.summary.rank >= rank || attributes.value(named: "src") != nil { next.field = .ignored }
            next.shape = shape(attributes)
        default:
            break
        }
        next.start = raw.count
        current = next
    }

    /// Alternate links are the page (RFC 4287, 4.2.7.2); the others lead elsewhere. 0 refuses.
    private func linkRank(_ attributes: Attributes, _ address: UnsafeRawBufferPointer) -> UInt8 {
        // Pages that no browser shows stand behind those of the web.
        let isOfWeb = !Address.hasScheme(address) || isWebAddress(address)
        let own: UInt8 = (facts.format == .atom ? 9 : 6) - (isOfWeb ? 0 : 1)
        guard let relation = attributes.value(named: "rel")?.trimmed, !relation.isEmpty else { return own }
        let isAlternate =
            relation.equalsIgnoringCase("alternate")
            || relation.equalsIgnoringCase("http://www.iana.org/assignments/relation/alternate")
        return isAlternate ? own : 0
    }

    private mutating func beginCategory(_ attributes: Attributes, _ isOfItem: Bool, _ next: inout Collecting) {
        guard isOfItem else {
            next.field = .ignored
            return
        }
        var category = ItemDraft.Category(term: Piece())
        if let scheme = attributes.value(named: "scheme") ?? attributes.value(named: "domain") {
            category.scheme = keepLine(scheme)
        }
        if let label = attributes.value(named: "label") { category.label = keepLine(label) }
        if let term = attributes.value(named: "term") ?? attributes.value(named: "text") {
            category.term = keepLine(term)
        }
        next.category = category
    }

    /// Atom names the type of its texts; RSS knows only HTML, escaped or not.
    private func shape(_ attributes: Attributes) -> TextShape {
        let unsaid = facts.format == .atom ? TextShape.plain : .html
        guard attributes.count > 0 else { return unsaid }
        if let mode = attributes.value(named: "mode"), mode.equalsIgnoringCase("base64") { return .base64 }
        guard let type = attributes.value(named: "type")?.trimmed else { return unsaid }
        switch type.text.lowercased() {
        case "text", "plain", "text/plain": return .plain
        case "xhtml", "application/xhtml+xml": return .xhtml
        case let type where facts.format == .atom && type.hasPrefix("application/") && !type.hasSuffix("xml"):
            // RFC 4287, 4.1.3.3: what is neither text nor XML is Base64.
            return .base64
        default: return .html
        }
    }

    /// A child of the element that is being gathered: real markup, kept as such.
    mutating func startChild(_ name: UnsafePointer<UInt8>) {
        if !current.hasChildren && current.shape == .plain { escapeGathered() }
        current.hasChildren = true
        appendTag(name, opening: "<")
    }

    mutating func endChild(_ name: UnsafePointer<UInt8>) {
        appendTag(name, opening: "</")
    }

    private mutating func appendTag(_ name: UnsafePointer<UInt8>, opening: StaticString) {
        guard raw.count - current.start < limits.fieldSize else { return }
        raw.append(opening)
        raw.append(name.cBytes)
        raw.append(0x3e)
    }

    private mutating func escapeGathered() {
        let gathered = Array(raw[current.start..<raw.count])
        raw.truncate(to: current.start)
        gathered.withUnsafeBytes { appendEscaped($0) }
    }

    /// Appends characters so that a reader of HTML takes them as characters.
    mutating func appendEscaped(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            switch byte {
            case 0x26: raw.append("&amp;")
            case 0x3c: raw.append("&lt;")
            default: raw.append(byte)
            }
        }
    }

    /// Closes the element that is being gathered.
    mutating func finishField() {
        let done = current
        current = Collecting()
        if done.field == .ignored { return }
        let bytes = raw[done.start..<raw.count]
        let text = bytes.trimmed
        var piece = Piece(start: done.start, end: done.start)
        if let start = text.baseAddress, let base = bytes.baseAddress, !text.isEmpty {
            piece = Piece(start: done.start + (start - base), end: done.start + (start - base) + text.count)
        }
        if done.shape == .base64 { piece = keepDecodedBase64(piece) }
        if done.isOfItem {
            finishItemField(done, piece)
        } else {
            finishFeedField(done, piece)
        }
    }

    private mutating func finishItemField(_ done: Collecting, _ piece: Piece) {
        switch done.field {
        case .title: offerTitle(done, piece)
        case .link: offerLink(piece, rank: done.rank)
        case .id:
            draft.id.offer(piece, rank: done.rank)
            if done.isPermalink && isWebAddress(raw[piece.range]) { draft.link.offer(piece, rank: 4) }
        case .published: draft.published.offer(FeedDate.instant(in: raw[piece.range]), rank: done.rank)
        case .updated: draft.updated.offer(FeedDate.instant(in: raw[piece.range]), rank: done.rank)
        case .category: finishCategory(done, piece)
        case .keywords: finishKeywords(piece)
        case .summary:
            if !piece.isEmpty, done.rank > draft.summary.rank { draft.summaryForm = done.finalShape }
            draft.summary.offer(piece, rank: done.rank)
        case .language: draft.language.offer(piece, rank: done.rank)
        default: break
        }
    }

    private mutating func finishFeedField(_ done: Collecting, _ piece: Piece) {
        let bytes = raw[piece.range]
        switch done.field {
        case .title: feed.offerTitle(cleanLine(bytes, done.finalShape), rank: done.rank)
        case .link: offerLink(bytes, rank: done.rank, isOfItem: false)
        case .language: feed.offerLanguage(bytes, rank: done.rank)
        case .ttl: feed.timeToLive = Int64(bytes.text)
        case .updatePeriod: feed.updatePeriod = bytes.text.lowercased()
        case .updateFrequency: feed.updateFrequency = Int64(bytes.text)
        default: break
        }
    }

    private mutating func offerTitle(_ done: Collecting, _ piece: Piece) {
        guard !piece.isEmpty, done.rank > draft.title.rank else { return }
        draft.titleForm = done.finalShape
        draft.title.offer(piece, rank: done.rank)
    }

    /// Keywords stand in one element with commas between (Media RSS, iTunes).
    private mutating func finishKeywords(_ piece: Piece) {
        var start = piece.start
        for place in piece.start...piece.end where place == piece.end || raw.base[place] == 0x2c {
            finishCategory(Collecting(), Piece(start: start, end: place))
            start = place + 1
        }
    }

    private mutating func finishCategory(_ done: Collecting, _ piece: Piece) {
        guard draft.categories.count < limits.categoriesPerItem else { return }
        var category = done.category ?? ItemDraft.Category(term: Piece())
        if category.term.isEmpty { category.term = keepLine(raw[piece.range]) }
        if category.term.isEmpty { category.term = category.label }
        guard !category.term.isEmpty else { return }
        draft.categories.append(category)
    }

    private func isWebAddress(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.hasIgnoringCase("http://", at: 0) || bytes.hasIgnoringCase("https://", at: 0)
    }

    /// Takes an address from an attribute, made absolute.
    mutating func offerLink(_ bytes: UnsafeRawBufferPointer, rank: UInt8, isOfItem: Bool) {
        // An empty reference means its base (RFC 3986, 4.4); without one that was set it means nothing.
        guard rank > 0, isPossibleAddress(bytes) || (bytes.isEmpty && scopes.hasBase) else { return }
        if !isOfItem {
            feed.offerLink(absolute(bytes), rank: rank)
        } else if rank > draft.link.rank {
            draft.link.offer(isAbsolute(bytes) ? keep(bytes) : keep(absolute(bytes)), rank: rank)
        }
    }

    /// Takes an address that already stands in the buffer.
    private mutating func offerLink(_ piece: Piece, rank: UInt8) {
        let bytes = raw[piece.range]
        guard rank > draft.link.rank, isPossibleAddress(bytes) else { return }
        draft.link.offer(isAbsolute(bytes) ? piece : keep(absolute(bytes)), rank: rank)
    }

    private func isPossibleAddress(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && bytes.count <= 16_384
    }

    private func isAbsolute(_ bytes: UnsafeRawBufferPointer) -> Bool {
        Address.hasScheme(bytes) && !bytes.contains { $0 < 0x20 }
    }

    /// Line ends inside an address are the publisher's line breaks, not part of it.
    private func absolute(_ bytes: UnsafeRawBufferPointer) -> String {
        let reference = String(decoding: bytes.filter { $0 >= 0x20 }, as: UTF8.self)
        return Address.resolve(reference, against: scopes.base)
    }

    private mutating func keep(_ text: String) -> Piece {
        var text = text
        return text.withUTF8 { keep(UnsafeRawBufferPointer($0)) }
    }

    /// A short text as one clean line.
    mutating func keepLine(_ bytes: UnsafeRawBufferPointer) -> Piece {
        line.removeAll(keepingCapacity: true)
        appendLine(of: bytes, form: .html, to: &line, limit: limits.titleSize)
        return line.withUnsafeBytes { keep($0) }
    }

    private mutating func cleanLine(_ bytes: UnsafeRawBufferPointer, _ shape: TextShape) -> String {
        line.removeAll(keepingCapacity: true)
        appendLine(of: bytes, form: shape == .plain ? .plain : .html, to: &line, limit: limits.titleSize)
        return String(decoding: line, as: UTF8.self)
    }

    private mutating func keepDecodedBase64(_ piece: Piece) -> Piece {
        // Publishers name types of all kinds for what is plain text.
        guard let decoded = decodedBase64(raw[piece.range]) else { return piece }
        return decoded.withUnsafeBytes { keep($0.trimmed) }
    }
}

extension FeedCollector.Collecting {
    /// With real child elements any text is markup.
    var finalShape: TextShape { hasChildren ? .html : shape }
}

/// The text that Base64 (RFC 4648) stands for, nil if it is not Base64 or not text. Blanks are skipped.
func decodedBase64(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var result: [UInt8] = []
    var word: UInt32 = 0
    var bits = 0
    for byte in text {
        let value: UInt32
        switch byte {
        case 0x41...0x5a: value = UInt32(byte) - 0x41
        case 0x61...0x7a: value = UInt32(byte) - 0x61 + 26
        case 0x30...0x39: value = UInt32(byte) - 0x30 + 52
        case 0x2b: value = 62
        case 0x2f: value = 63
        case 0x20, 0x0a, 0x0d, 0x09, 0x3d: continue
        default: return nil
        }
        word = word << 6 | value
        bits += 6
        if bits >= 8 {
            bits -= 8
            result.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
        }
    }
    guard result.withUnsafeBytes({ $0.isUTF8 }) else { return nil }
    return result
}
