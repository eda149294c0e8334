/// What an element is to the reader, by its name alone.
struct ElementRole: Equatable {
    /// What the element opens.
    enum Kind: UInt8 {
        case other
        /// `rss`, `rdf:RDF`, `channel`, `feed`: what feeds consist of.
        case frame
        /// `item` or `entry`.
        case item
        /// Of a namespace that is not known here: what lies inside is not the feed's.
        case foreign
        /// `media:group` and the like: their children count as the item's own, behind those.
        case group
        case field
    }

    /// The piece of an item or a feed that an element holds.
    enum Field: UInt8 {
        case none
        case title, link, id, published, updated, category, keywords, summary, language, permalink
        case ttl, updatePeriod, updateFrequency
        /// Holds text that stands for nothing.
        case ignored
    }

    var kind = Kind.other
    var field = Field.none
    /// Of several elements for one field the highest rank wins, among equals the first that says something.
    var rank: UInt8 = 0

    static let other = ElementRole()
    static let foreign = ElementRole(kind: .foreign)
    static let frame = ElementRole(kind: .frame)
    static let item = ElementRole(kind: .item)
    static let group = ElementRole(kind: .group)

    static func field(_ field: Field, _ rank: UInt8) -> ElementRole {
        ElementRole(kind: .field, field: field, rank: rank)
    }
}

/// The elements that feeds are made of. Names are in lower case: some generators write them in capitals, and no two
/// differ in case alone. Elements of RSS in all its versions and of Atom stand without prefix.
enum Vocabulary {
    static let roles: [String: ElementRole] = [
        "rss": .frame, "rdf:rdf": .frame, "rdf": .frame, "channel": .frame, "feed": .frame,
        "item": .item, "entry": .item,
        "media:group": .group, "media:content": .group,

        "title": .field(.title, 9), "dc:title": .field(.title, 5), "dcterms:title": .field(.title, 5),
        "itunes:title": .field(.title, 3), "media:title": .field(.title, 2),

        "link": .field(.link, 9), "guid": .field(.id, 9), "id": .field(.id, 8), "dc:identifier": .field(.id, 2),
        "feedburner:origlink": .field(.link, 3),

        "pubdate": .field(.published, 9), "published": .field(.published, 8), "issued": .field(.published, 7),
        "dcterms:issued": .field(.published, 6), "dcterms:available": .field(.published, 5),
        "created": .field(.published, 4), "dcterms:created": .field(.published, 4),
        "dc:date": .field(.published, 3), "date": .field(.published, 2), "dcterms:date": .field(.published, 3),
        "updated": .field(.updated, 9), "modified": .field(.updated, 8), "dcterms:modified": .field(.updated, 7),
        "lastbuilddate": .field(.updated, 2),

        "category": .field(.category, 9), "dc:subject": .field(.category, 9), "media:category": .field(.category, 9),
        "itunes:category": .field(.category, 9), "media:keywords": .field(.keywords, 9),
        "itunes:keywords": .field(.keywords, 9), "keywords": .field(.keywords, 9), "tags": .field(.keywords, 9),

        "summary": .field(.summary, 11), "description": .field(.summary, 11), "abstract": .field(.summary, 10),
        "dc:description": .field(.summary, 9), "dcterms:abstract": .field(.summary, 9),
        "tagline": .field(.summary, 8), "info": .field(.summary, 7),
        "content": .field(.summary, 6), "content:encoded": .field(.summary, 6), "body": .field(.summary, 6),
        "xhtml:body": .field(.summary, 6), "fullitem": .field(.summary, 6),
        "itunes:summary": .field(.summary, 5), "media:description": .field(.summary, 4),
        "itunes:subtitle": .field(.summary, 3), "media:text": .field(.summary, 2),

        "language": .field(.language, 9), "dc:language": .field(.language, 8), "dcterms:language": .field(.language, 7),
        "ttl": .field(.ttl, 9), "sy:updateperiod": .field(.updatePeriod, 9),
        "sy:updatefrequency": .field(.updateFrequency, 9),
    ]

    /// The usual prefix of a namespace; empty for those of RSS and Atom. Keys are in lower case without the last
    /// slash or number sign, which publishers get wrong.
    private static let prefixes: [String: String] = [
        "": "",
        "http://backend.userland.com/rss": "", "http://backend.userland.com/rss2": "",
        "http://backend.userland.com/rss091": "", "http://backend.userland.com/rss092": "",
        "http://blogs.law.harvard.edu/tech/rss": "", "http://my.netscape.com/rdf/simple/0.9": "",
        "http://my.netscape.com/publish/formats/rss-0.91.dtd": "", "http://channel.netscape.com/rdf/simple/0.9": "",
        "http://purl.org/rss/1.0": "", "http://purl.org/net/rss1.1": "", "http://cyber.law.harvard.edu/rss": "",
        "http://www.rssboard.org/rss-specification": "",
        "http://www.w3.org/2005/atom": "", "http://purl.org/atom/ns": "", "http://example.com/newformat": "",
        "http://purl.org/dc/elements/1.0": "dc", "http://purl.org/dc/elements/1.1": "dc", "http://purl.org/dc": "dc",
        "http://purl.org/dc/terms": "dcterms",
        "http://purl.org/rss/1.0/modules/content": "content",
        "http://purl.org/rss/1.0/modules/syndication": "sy",
        "http://search.yahoo.com/mrss": "media", "https://search.yahoo.com/mrss": "media",
        "http://video.search.yahoo.com/mrss": "media", "http://tools.search.yahoo.com/mrss": "media",
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes", "https://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns": "rdf",
        "http://www.w3.org/1999/xhtml": "xhtml",
        "http://rssnamespace.org/feedburner/ext/1.0": "feedburner",
    ]

    /// The role of an element. `isHome` says that its namespace is the root's: feeds invent one for all they write.
    static func role(name: String, prefix: String?, namespace: String?, isHome: Bool) -> ElementRole {
        guard let usual = usualPrefix(prefix: prefix, namespace: namespace, isHome: isHome) else { return .foreign }
        let name = name.lowercased()
        return roles[usual.isEmpty || usual == "atom" ? name : usual + ":" + name] ?? .other
    }

    /// A prefix without a declaration is taken at its word; what belongs to a namespace that is not known here holds
    /// nothing for the reader, whatever it is called.
    private static func usualPrefix(prefix: String?, namespace: String?, isHome: Bool) -> String? {
        guard let namespace, !namespace.isEmpty else {
            let prefix = prefix?.lowercased() ?? ""
            return prefix == "rss" || prefix == "atom" ? "" : prefix
        }
        return prefixes[key(namespace)] ?? (isHome ? "" : nil)
    }

    /// Whether a namespace means something here.
    static func knows(_ namespace: String) -> Bool { prefixes[key(namespace)] != nil }

    private static func key(_ namespace: String) -> String {
        var key = namespace.lowercased()
        while let last = key.utf8.last, last == 0x2f || last == 0x23 || last == 0x20 { key.removeLast() }
        return key
    }
}
