internal import News

extension ValueKind {
    /// The value that `text` stands for.
    public func value(from text: String) throws(ValueFault) -> SettingValue {
        switch self {
        case .flag: .flag(try Self.truth(text))
        case .text: .text(try Self.line(text))
        case .path: .text(try Self.path(text))
        case .source: .text(try Self.source(text))
        case .address(_, let mayBeUnknown): .text(try Self.address(text, mayBeUnknown: mayBeUnknown))
        case .secretAddress: .text(try Self.secretAddress(text))
        case .hubName: .text(try Self.hubName(text))
        case .integer(let range): .integer(try Self.integer(text, in: range))
        case .duration(let range): .seconds(try Self.duration(text, in: range))
        case .size(let range): .bytes(try Self.size(text, in: range))
        case .instant: .instant(try Self.instant(text))
        case .moment: try Self.moment(text)
        case .categories: .categories(try Self.categories(text))
        case .choice(let words): .text(try Self.choice(text, of: words))
        case .assignment(let names, _): try Self.assignment(text, names: names)
        case .quietHours, .caps, .breaking, .rules, .feedSettings: try structure(typed: text)
        case .language: .languages([try Self.language(text)])
        case .languages: .languages(try Self.languages(text))
        }
    }

    private static func truth(_ text: String) throws(ValueFault) -> Bool {
        switch text {
        case "true": true
        case "false": false
        default: throw ValueFault("is neither true nor false")
        }
    }

    private static func nonEmpty(_ text: String) throws(ValueFault) -> String {
        guard !text.isEmpty else { throw ValueFault("is empty") }
        // No path and no address holds a NUL; C would silently see the part before it.
        guard !text.utf8.contains(0) else { throw ValueFault("holds a NUL character") }
        return text
    }

    /// Such texts go into headers and other single lines: a line end would begin one of its own.
    private static func line(_ text: String) throws(ValueFault) -> String {
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw ValueFault("holds a line end or another control character")
        }
        return try nonEmpty(text)
    }

    private static func path(_ text: String) throws(ValueFault) -> String {
        // Whoever is asked for the file with the secret may well give the secret.
        guard !looksSecret(text) else {
            throw ValueFault("holds a secret; the path of a file is wanted", mayBeQuoted: false)
        }
        return try nonEmpty(text)
    }

    /// A path, or an address that can be fetched.
    private static func source(_ text: String) throws(ValueFault) -> String {
        guard isWebAddress(text) || !text.contains("://") else {
            throw ValueFault(
                "cannot be fetched: addresses begin with http:// or https://, files are named by their paths")
        }
        return try nonEmpty(text)
    }

    private static func address(_ text: String, mayBeUnknown: Bool) throws(ValueFault) -> String {
        if mayBeUnknown, text == "-" { return text }
        guard isWebAddress(text) else { throw ValueFault("is not an http or https address") }
        return try nonEmpty(text)
    }

    private static func secretAddress(_ text: String) throws(ValueFault) -> String {
        do {
            return try address(text, mayBeUnknown: false)
        } catch {
            throw ValueFault(error.problem, mayBeQuoted: false)
        }
    }

    /// Azure allows letters, digits, dots, dashes and underscores in the name of a hub.
    private static func hubName(_ text: String) throws(ValueFault) -> String {
        guard !looksSecret(text) else {
            throw ValueFault(
                """
                holds a connection string, a secret that others could read here: put it into \
                BULLETIN_HUB_CONNECTION_STRING, a file named by --hub-file, or a systemd credential
                """, mayBeQuoted: false)
        }
        let allowed = text.utf8.allSatisfy { byte in
            byte.isLetterOrDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard !text.isEmpty, allowed, text.utf8.count <= 260 else {
            throw ValueFault("is not the name of a hub (letters, digits, '.', '-', '_') nor local")
        }
        return text
    }

    private static func integer(_ text: String, in range: ClosedRange<Int>) throws(ValueFault) -> Int {
        guard let number = Int(text), !text.hasPrefix("+"), range.contains(number) else {
            throw ValueFault("is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func instant(_ text: String) throws(ValueFault) -> Instant {
        guard let instant = Instant(text) else {
            throw ValueFault("is not a time with a zone, such as 2026-11-30T09:00:00Z or 2026-11-30T10:00:00+01:00")
        }
        return instant
    }

    private static func moment(_ text: String) throws(ValueFault) -> SettingValue {
        if let instant = Instant(text) { return .instant(instant) }
        if let length = try? duration(text, in: 1...315_360_000) { return .seconds(length) }
        throw ValueFault("is neither a time with a zone, such as 2026-11-30T10:00:00+01:00, nor a duration such as 2h")
    }

    private static func categories(_ text: String) throws(ValueFault) -> [Category] {
        var found: [Category] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let category = try category(trimmed(part))
            if !found.contains(category) { found.append(category) }
        }
        return found
    }

    static func category(_ name: String) throws(ValueFault) -> Category {
        if let category = Category(named: name) { return category }
        let names = Category.allCases.map(\.rawValue)
        let hint = nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
        throw ValueFault("is not a category (\(names.joined(separator: ", ")))\(hint)")
    }

    private static func choice(_ text: String, of words: [String]) throws(ValueFault) -> String {
        guard words.contains(text) else {
            let hint = nearest(to: text, among: words).map { "; did you mean \($0)?" } ?? ""
            throw ValueFault("is not one of \(words.joined(separator: ", "))\(hint)")
        }
        return text
    }

    private static func assignment(_ text: String, names: Names) throws(ValueFault) -> SettingValue {
        // Addresses of feed lists may hold a '=', languages never.
        let equals = names == .languageHolder ? text.lastIndex(of: "=") : text.firstIndex(of: "=")
        let name = equals.map { String(text[..<$0]) }
        // A template may hold a '=', but one that begins with a word and a '=' is most likely a category mistyped.
        if names == .categoryOrDefault, name.map(Self.isHolderOfMessage) != true {
            return .assignment(name: "default", value: try names.checked(value: text))
        }
        if names == .languageHolder, equals == nil {
            return .assignment(name: "default", value: try names.checked(value: text))
        }
        guard let equals, let name else { throw ValueFault("has no '=' between a name and its value") }
        let value = String(text[text.index(after: equals)...])
        return .assignment(name: try names.checked(name), value: try names.checked(value: value))
    }
}

extension ValueKind {
    private static func isHolderOfMessage(_ name: String) -> Bool {
        name.first?.isLetter == true
            && name.allSatisfy { $0.isLetter || $0.isWholeNumber || $0 == "-" || $0 == "." || $0 == "_" }
    }

    static func language(_ text: String) throws(ValueFault) -> LanguageTag {
        guard let tag = LanguageTag(text) else {
            throw ValueFault("is not the tag of a language such as en, fr-CA or zh-Hant")
        }
        return tag
    }

    private static func languages(_ text: String) throws(ValueFault) -> [LanguageTag] {
        var found: [LanguageTag] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let tag = try language(trimmed(part))
            if !found.contains(tag) { found.append(tag) }
        }
        return found
    }
}

extension ValueKind.Names {
    /// Whether a value without a name is that of all.
    var haveDefault: Bool { self == .categoryOrDefault || self == .languageHolder }

    /// Whether a name is that of a file or an address.
    func isPath(_ name: String) -> Bool {
        self == .languageHolder && name != "default" && Category(named: name) == nil
    }

    /// The name as it is kept, when it is allowed.
    func checked(_ name: String) throws(ValueFault) -> String {
        switch self {
        case .category: return try ValueKind.category(name).rawValue
        case .categoryOrDefault: return try categoryOrDefault(name)
        case .language: return try ValueKind.language(name).text
        case .languageHolder:
            guard !name.isEmpty else { throw ValueFault("has no name before the '='") }
            return Category(named: name)?.rawValue ?? name
        case .any:
            let isName = name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
            guard isName, !name.isEmpty else {
                throw ValueFault("is not NAME=VALUE with a name of letters, digits and underscores")
            }
            // The hub takes no notice of case in the names of properties.
            guard name.lowercased() != "messageparam" else {
                throw ValueFault("names the message itself, which the message template words and no property replaces")
            }
            return name
        }
    }

    /// The value, when there may be one: phones show an empty message as a blank.
    func checked(value: String) throws(ValueFault) -> String {
        if self == .languageHolder { _ = try ValueKind.language(value) }
        guard self != .categoryOrDefault || value.contains(where: { !$0.isWhitespace }) else {
            throw ValueFault("is an empty message: phones would show a blank")
        }
        return value
    }

    private func categoryOrDefault(_ name: String) throws(ValueFault) -> String {
        if name == "default" { return name }
        if let category = Category(named: name) { return category.rawValue }
        if let tag = LanguageTag(name) { return tag.text }
        let parts = name.split(separator: ".", maxSplits: 1)
        if parts.count == 2, let category = Category(named: parts[0]), let tag = LanguageTag(String(parts[1])) {
            return "\(category.rawValue).\(tag)"
        }
        let names = Category.allCases.map(\.rawValue) + ["default"]
        let hint = nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
        throw ValueFault("begins with no category (\(names.joined(separator: ", ")))\(hint)")
    }
}
