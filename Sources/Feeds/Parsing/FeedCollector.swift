internal import CLibXML2
internal import News
internal import PlainText

/// Gathers items from the events of the parser. It sees each element's start and end and the characters between, keeps
/// the bytes of wanted elements only, and hands each complete item on at once.
struct FeedCollector: ~Copyable {
    var limits: FeedLimits
    var visitor: any ItemVisitor
    var context: xmlParserCtxtPtr?
    var roles = RoleMemo()

    /// Characters of the item that is being read.
    var raw = ByteBuffer(capacity: 16_384)
    var line: [UInt8] = []
    var draft = ItemDraft()
    var handedOver: [ItemFields.Category] = []

    var facts = FeedFacts()
    var feed = FeedDraft()
    var scopes: Scopes

    var depth = 0
    /// Depth of the open item; 0 outside.
    var itemDepth = 0
    /// Depth of the open group within an item; 0 outside.
    var groupDepth = 0
    /// Depth down to which elements are frames: the feed's own fields lie directly below.
    var frameDepth = 0
    var outermostFrame = 0
    /// Depth of the outermost open element of an unknown namespace; 0 outside.
    var foreignDepth = 0
    var current = Collecting()
    /// Namespace of the root element.
    var home: UnsafePointer<UInt8>?
    var sawFrame = false
    var sawRootEnd = false
    var itemCount = 0
    /// The parser's own pointer for the prefix `xml`.
    var xmlPrefix: UnsafePointer<UInt8>?
    /// Why the document has to be mended, if the collector rather than the parser found it out.
    var fault: String?
    var sections = SectionFilter()

    init(limits: FeedLimits, visitor: any ItemVisitor, address: String?) {
        self.limits = limits
        self.visitor = visitor
        scopes = Scopes(address: address)
    }

    /// The element whose characters are being gathered.
    struct Collecting {
        var field = ElementRole.Field.none
        var rank: UInt8 = 0
        var depth = 0
        var start = 0
        var shape = TextShape.html
        var isOfItem = false
        /// Children seen: their characters are literal, as in XHTML.
        var hasChildren = false
        var category: ItemDraft.Category?
        var isPermalink = true
    }
}

extension FeedCollector {
    mutating func startElement(
        name: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, namespace: UnsafePointer<UInt8>?,
        attributes: Attributes
    ) {
        depth += 1
        if current.depth > 0 {
            if current.field != .ignored { startChild(name) }
            return
        }
        if depth == 1 { home = namespace }
        let role = roles.role(name: name, prefix: prefix, namespace: namespace, home: home)
        if attributes.count > 0 { scopes.enter(depth, attributes, xmlPrefix) }
        if itemDepth > 0 {
            startInItem(role, attributes)
        } else {
            startInFeed(role, name: name, attributes)
        }
    }

    private mutating func startInItem(_ role: ElementRole, _ attributes: Attributes) {
        let isChild = depth == itemDepth + 1
        let isGrouped = groupDepth > 0 && depth == groupDepth + 1
        guard isChild || isGrouped else { return }
        if role.kind == .group {
            if groupDepth == 0 || isGrouped { groupDepth = depth }
            return
        }
        guard role.kind == .field else { return }
        // What a group says about its pictures stands behind what the item says about itself.
        begin(role.field, rank: isGrouped ? 1 : role.rank, attributes, isOfItem: true)
    }

    private mutating func startInFeed(_ role: ElementRole, name: UnsafePointer<UInt8>, _ attributes: Attributes) {
        switch role.kind {
        case .frame:
            if frameDepth == 0 { outermostFrame = depth }
            if frameDepth == 0 || frameDepth == depth - 1 { frameDepth = depth }
            foreignDepth = 0
            if !sawFrame { facts.format = FeedCollector.format(ofRoot: name.cBytes) }
            sawFrame = true
            if let language = scopes.language(at: depth) {
                language.withUnsafeBytes { feed.offerLanguage($0, rank: 5) }
            }
        case .item where foreignDepth == 0:
            startItem(attributes)
        case .foreign where foreignDepth == 0:
            foreignDepth = depth
        case .field where depth == frameDepth + 1:
            begin(role.field, rank: role.rank, attributes, isOfItem: false)
        default:
            break
        }
    }

    private static func format(ofRoot name: UnsafeRawBufferPointer) -> FeedDocument.Format {
        switch localName(name) {
        case "feed", "entry": .atom
        case "rdf": .rdf
        default: .rss
        }
    }

    private mutating func startItem(_ attributes: Attributes) {
        if depth == 1 { facts.format = .rss }
        itemDepth = depth
        groupDepth = 0
        raw.removeAll()
        draft.clear()
        if let language = scopes.language(at: depth) {
            draft.language.offer(language.withUnsafeBytes { keep($0) }, rank: 5)
        }
        // Channel Definition Format.
        if let address = attributes.value(named: "href") { offerLink(address.trimmed, rank: 2, isOfItem: true) }
        if let about = attributes.value(named: "about") {
            draft.id.offer(keep(about.trimmed), rank: 5)
            if Address.hasScheme(about.trimmed) { draft.link.offer(draft.id.piece, rank: 2) }
        }
    }

    mutating func endElement(_ name: UnsafePointer<UInt8>) {
        if current.depth > 0 {
            if depth == current.depth {
                finishField()
            } else if current.field != .ignored {
                endChild(name)
            }
        } else if depth == itemDepth {
            finishItem()
        } else if depth == groupDepth {
            groupDepth = depth - 1 > itemDepth ? depth - 1 : 0
        } else if depth == frameDepth {
            frameDepth = depth == outermostFrame ? 0 : depth - 1
        } else if depth == foreignDepth {
            foreignDepth = 0
        }
        if scopes.deepest == depth { scopes.leave(depth) }
        depth -= 1
        if depth == 0 { sawRootEnd = true }
    }

    @inline(__always)
    mutating func characters(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard current.depth > 0 else { return }
        gather(bytes, length)
    }

    private mutating func gather(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        // An item as a whole is bounded too: its fields may be many.
        let room = min(limits.fieldSize - (raw.count - current.start), limits.fieldSize * 4 - raw.count)
        guard current.field != .ignored, room > 0 else { return }
        let length = min(length, room)
        if current.hasChildren || current.shape == .xhtml {
            appendEscaped(UnsafeRawBufferPointer(start: bytes, count: length))
        } else {
            raw.append(bytes, length)
        }
    }

    /// Bytes kept in the buffer until the item ends.
    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> Piece {
        let start = raw.count
        raw.append(bytes)
        return Piece(start: start, end: raw.count)
    }
}
