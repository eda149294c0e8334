/// References made absolute by RFC 3986, section 5.
enum Address {
    /// Whether a reference begins with a scheme.
    static func hasScheme(_ reference: UnsafeRawBufferPointer) -> Bool {
        guard let first = reference.first, first.isASCIILetter else { return false }
        for byte in reference.dropFirst() {
            if byte == 0x3a { return true }
            guard byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2b || byte == 0x2d || byte == 0x2e else {
                return false
            }
        }
        return false
    }

    /// No address of a site is longer; a base that grows from element to element would be repeated in every link.
    static let longestBase = 2_048

    /// The address a reference means, seen from `base`; the reference itself where there is no usable base.
    static func resolve(_ reference: String, against base: String?) -> String {
        guard let base, base.utf8.count <= longestBase, let from = Parts(base), from.scheme != nil,
            let to = Parts(reference)
        else { return reference }
        if to.scheme != nil { return reference }
        var result = to
        result.scheme = from.scheme
        if to.authority != nil {
            result.path = withoutDots(to.path)
            return result.text
        }
        result.authority = from.authority
        if to.path.isEmpty {
            result.path = from.path
            if to.query == nil { result.query = from.query }
        } else if to.path.utf8.first == UInt8(ascii: "/") {
            result.path = withoutDots(to.path)
        } else {
            result.path = withoutDots(merged(to.path, from))
        }
        return result.text
    }

    private static func merged(_ path: Substring, _ base: Parts) -> Substring {
        if base.authority != nil && base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }

    /// Section 5.2.4: `.` and `..` taken out.
    private static func withoutDots(_ path: Substring) -> Substring {
        guard path.contains(".") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 || (kept.count == 1 && kept[0] != "") { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return Substring(kept.joined(separator: "/"))
    }

    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?
        var fragment: Substring?

        init?(_ text: String) {
            guard text.utf8.count <= 65_536 else { return nil }
            // By bytes: a delimiter is one whatever mark follows it, and characters take ten times as long to find.
            var rest = Substring(text)
            if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
                fragment = rest[rest.utf8.index(after: hash)...]
                rest = rest[..<hash]
            }
            if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
                query = rest[rest.utf8.index(after: mark)...]
                rest = rest[..<mark]
            }
            var bytes = text
            let isAbsolute = bytes.withUTF8 { Address.hasScheme(UnsafeRawBufferPointer($0)) }
            if isAbsolute, let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
                scheme = rest[..<colon]
                rest = rest[rest.utf8.index(after: colon)...]
            }
            if rest.utf8.starts(with: "//".utf8) {
                rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
                let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
                authority = rest[..<slash]
                rest = rest[slash...]
            }
            path = rest
        }

        var text: String {
            (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
                + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
        }
    }
}
