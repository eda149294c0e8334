public import News
internal import PlainText
internal import XMLTree

/// Reads what an outline says in our own namespace about asking its feed.
struct FeedSettingAttributes {
    /// The namespace of the attributes. Its host is one that nobody can own.
    static let namespace = "https://bulletin.example/opml"
    /// All names, as they are written.
    static let names = [
        "userAgent", "header", "username", "passwordVariable", "passwordFile", "bearerVariable", "bearerFile", "proxy",
        "caFile", "timeout", "minInterval", "pollAlways", "language",
    ]

    /// The folder of the list; paths are relative to it.
    let baseFolder: String?
    /// Lists from elsewhere must not make this machine hand over its files, its environment or its traffic.
    let isFromElsewhere: Bool

    /// The settings of an outline, in the order of its attributes.
    func settings(_ outline: XMLElement) throws(FeedListError) -> [FeedSetting] {
        do {
            return try settings(
                outline.attributes.filter(Self.isOurs).map { ($0.name, FeedList.trimmed($0.value)) })
        } catch {
            throw .badSetting(error.name, of: label(outline), reason: error.reason)
        }
    }

    /// The settings behind names and values.
    func settings(_ named: [(name: String, value: String)]) throws(FeedSettingFault) -> [FeedSetting] {
        var settings: [FeedSetting] = []
        for (name, value) in named {
            do {
                settings += try read(name, value)
            } catch {
                throw FeedSettingFault(name: name, reason: error.reason)
            }
        }
        let kinds = Set(settings.map(\.kind))
        if settings.count > kinds.count || kinds.isSuperset(of: ["username", "bearer"]) {
            throw FeedSettingFault(name: "username", reason: "says twice how to prove who asks")
        }
        if kinds.contains("username") != kinds.contains("password") {
            throw FeedSettingFault(name: "username", reason: "needs a passwordVariable or passwordFile, and they it")
        }
        return settings
    }

    static func isOurs(_ attribute: XMLAttribute) -> Bool {
        // A prefix that nobody declared is meant all the same.
        attribute.namespace == namespace || attribute.prefix == nil && attribute.name.hasPrefix("bulletin:")
    }

    private func label(_ outline: XMLElement) -> String {
        outline.attribute("text") ?? outline.attribute("title") ?? outline.attribute("xmlUrl").map(withoutCredentials)
            ?? ""
    }

    private struct Fault: Error { var reason: String }

    private func read(_ written: String, _ value: String) throws(Fault) -> [FeedSetting] {
        let name = written.hasPrefix("bulletin:") ? String(written.dropFirst(9)) : written
        guard !value.isEmpty || !Self.names.contains(name) else { throw Fault(reason: "is empty") }
        switch name {
        case "userAgent": return [.userAgent(value)]
        case "header": return [try header(value)]
        case "username": return [.username(value)]
        case "passwordVariable": return [.password(try variable(value))]
        case "passwordFile": return [.password(.file(try path(value)))]
        case "bearerVariable": return [.bearer(try variable(value))]
        case "bearerFile": return [.bearer(.file(try path(value)))]
        case "proxy": return [.proxy(try proxy(value))]
        case "caFile": return [.certificateFile(try path(value))]
        case "timeout": return [.timeout(try duration(value, in: 1...3_600))]
        case "minInterval": return [.minimumInterval(try duration(value, in: 0...604_800))]
        case "pollAlways":
            guard ["true", "false"].contains(value) else { throw Fault(reason: "must be true or false") }
            return value == "true" ? [.pollAlways] : []
        case "language":
            guard let tag = LanguageTag(value) else {
                throw Fault(reason: "must be the tag of a language such as en, fr-CA or zh-Hant")
            }
            return [.language(tag.text)]
        default:
            let near = nearestName(to: name, among: Self.names).map { "; did you mean \($0)?" } ?? ""
            throw Fault(
                reason: "is not known" + (near.isEmpty ? "; known are \(Self.names.joined(separator: ", "))" : near))
        }
    }

    private func header(_ value: String) throws(Fault) -> FeedSetting {
        let parts = value.split(separator: ":", maxSplits: 1).map { FeedList.trimmed(String($0)) }
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Fault(reason: "must be a header such as X-Desk: World")
        }
        guard !["authorization", "proxy-authorization", "cookie"].contains(parts[0].lowercased()) else {
            throw Fault(reason: "must hold no secret: use passwordFile, bearerFile or their variables")
        }
        return .header(name: parts[0], value: parts[1])
    }

    private func variable(_ name: String) throws(Fault) -> SecretPlace {
        try refuseFromElsewhere()
        guard !name.uppercased().hasPrefix("BULLETIN_") else {
            throw Fault(reason: "must not be one of the program's own variables")
        }
        return .variable(name)
    }

    private func path(_ value: String) throws(Fault) -> String {
        try refuseFromElsewhere()
        guard !value.hasPrefix("/"), let baseFolder, !baseFolder.isEmpty else { return value }
        return baseFolder + (baseFolder.hasSuffix("/") ? "" : "/") + value
    }

    private func proxy(_ value: String) throws(Fault) -> String {
        try refuseFromElsewhere()
        guard !value.utf8.contains(UInt8(ascii: "@")) else { throw Fault(reason: "must hold no credentials") }
        return value
    }

    private func refuseFromElsewhere() throws(Fault) {
        if isFromElsewhere { throw Fault(reason: "may stand only in a list that is a file of this machine") }
    }

    private func duration(_ text: String, in range: ClosedRange<Int64>) throws(Fault) -> Int64 {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()), number <= 604_800,
            range.contains(number * unit)
        else { throw Fault(reason: "must be a duration such as 30s, 15m or 2h") }
        return number * unit
    }
}

/// What is wrong with a setting of a feed.
public struct FeedSettingFault: Error, Sendable, Equatable {
    /// The setting.
    public var name: String
    /// What is wrong with it, after "which".
    public var reason: String
}

extension FeedList {
    /// The settings that somebody gives to a feed elsewhere than in a list, by the same names; paths are relative to
    /// `baseFolder`.
    public static func settings(
        _ named: [(name: String, value: String)], baseFolder: String?
    ) throws(FeedSettingFault) -> [FeedSetting] {
        try FeedSettingAttributes(baseFolder: baseFolder, isFromElsewhere: false).settings(named)
    }
}

extension Feed {
    /// Adds settings that somebody gave elsewhere: those of a kind that the feed has none of.
    public mutating func add(_ others: [FeedSetting]) {
        let kinds = Set(settings.map(\.group))
        settings += others.filter { !kinds.contains($0.group) }
    }
}

extension FeedSetting {
    /// How to prove who asks is settled as a whole: a user never gets the password of another.
    fileprivate var group: String {
        switch self {
        case .username, .password, .bearer: "username"
        default: kind
        }
    }

    /// What of one kind may be said once.
    fileprivate var kind: String {
        switch self {
        case .userAgent: "userAgent"
        case .header: "header"
        case .username: "username"
        case .password: "password"
        case .bearer: "bearer"
        case .proxy: "proxy"
        case .certificateFile: "caFile"
        case .timeout: "timeout"
        case .minimumInterval: "minInterval"
        case .pollAlways: "pollAlways"
        case .language: "language"
        }
    }
}
