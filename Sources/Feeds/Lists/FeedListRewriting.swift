internal import News
internal import XMLTree

extension FeedList {
    /// A list with new addresses in place of old ones, everything else byte for byte as it was.
    ///
    /// - Parameters:
    ///   - moved: new addresses by old ones, the old ones as reading the list gives them.
    /// - Returns: the new list and how many outlines changed; nil when the list is in an encoding that does not keep
    ///   ASCII as it is (UTF-16, UTF-32).
    public static func rewriting(_ list: [UInt8], moved: [String: String]) -> (list: [UInt8], changes: Int)? {
        guard !list.contains(0) else { return nil }
        var rewritten: [UInt8] = []
        rewritten.reserveCapacity(list.count)
        var scanner = OutlineScanner(list)
        var copied = 0
        var changes = 0
        while let attribute = scanner.nextAddress() {
            guard case .address(let old) = location(of: attribute.value), let new = moved[old] else { continue }
            rewritten += list[copied..<attribute.range.lowerBound]
            rewritten += escaped(new)
            copied = attribute.range.upperBound
            changes += 1
        }
        return (rewritten + list[copied...], changes)
    }

    private static func escaped(_ address: String) -> [UInt8] {
        address.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            case UInt8(ascii: "'"): Array("&apos;".utf8)
            default: [byte]
            }
        }
    }
}

/// Finds the addresses of outlines in the bytes of a list. Comments, CDATA and processing instructions hold none.
private struct OutlineScanner {
    /// An attribute that holds an address.
    struct Address {
        /// Where its value stands, between the quotes.
        var range: Range<Int>
        /// The value with references read.
        var value: String
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func nextAddress() -> Address? {
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            place = start + 1
            if skip(from: "!--", to: "-->") || skip(from: "![CDATA[", to: "]]>") || skip(from: "?", to: "?>") {
                continue
            }
            guard name().lowercased() == "outline" else { continue }
            if let address = address(in: attributes()) { return address }
        }
        return nil
    }

    private func address(in attributes: [String: Range<Int>]) -> Address? {
        var range = attributes["xmlurl"]
        if range == nil, let type = attributes["type"], FeedList.isFeedType(value(type)) { range = attributes["url"] }
        return range.map { Address(range: $0, value: value($0)) }
    }

    /// The first attribute of each name, in lower case without prefix.
    private mutating func attributes() -> [String: Range<Int>] {
        var found: [String: Range<Int>] = [:]
        while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
            let name = name().split(separator: ":").last?.lowercased() ?? ""
            guard !name.isEmpty else {
                place += 1
                continue
            }
            skipBlanks()
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
            place += 1
            skipBlanks()
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'"),
                let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
            else { continue }
            if found[name] == nil { found[name] = place + 1..<end }
            place = end + 1
        }
        return found
    }

    private mutating func name() -> String {
        let start = place
        while place < bytes.count, !bytes[place].isXMLBlank, !"=/>\"'<".utf8.contains(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while place < bytes.count, bytes[place].isXMLBlank { place += 1 }
    }

    private mutating func skip(from opening: String, to closing: String) -> Bool {
        guard bytes[place...].starts(with: opening.utf8) else { return false }
        let end = Array(closing.utf8)
        place += opening.utf8.count
        while place < bytes.count, !bytes[place...].starts(with: end) { place += 1 }
        return true
    }

    private func value(_ range: Range<Int>) -> String {
        let written = String(decoding: bytes[range], as: UTF8.self)
        guard written.utf8.contains(UInt8(ascii: "&")) else { return written }
        // Whatever quote it stood in; an ampersand that is no reference stands for itself, as in reading.
        let element = try? XMLElement(parsing: "<a>\(written.replacing("<", with: "&lt;"))</a>")
        return element?.text ?? written
    }
}
