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
            // What is outranked already, as the whole text behind its teaser, is not even gathered.
            let isWanted = isOfItem && rank > draft.summary.rank && attributes.value(named: "src") == nil
            if !isWanted { next.field = .ignored }
            next.shape = shape(attributes)
        default:
            break
        }
        next.start = raw.count
        current = next
    }

    private mutating func beginCategory(_ attributes: Attributes, _ isOfItem: Bool, _ next: inout Collecting) {
        guard isOfItem, draft.categories.count < limits.categoriesPerItem else {
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
}
