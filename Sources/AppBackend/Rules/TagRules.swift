internal import HubLanguage

/// Which tags users may set on their own devices.
public struct TagRules: Sendable {
    /// What may be set, by user; `default` for all that are not named. A tag, or its beginning and an asterisk.
    private let allowed: [String: [String]]
    private let common: [String]

    /// Rules from the tags of the categories, which everybody may set who is not named, and what the configuration says.
    /// `{category}` stands for the tags of the categories.
    public init(categoryTags: [String], byUser: [(name: String, values: [String])]) {
        func expanded(_ patterns: [String]) -> [String] {
            patterns.flatMap { $0 == "{category}" ? categoryTags : [$0] }
        }
        var allowed: [String: [String]] = [:]
        for (name, patterns) in byUser { allowed[name.lowercased()] = expanded(patterns) }
        common = allowed.removeValue(forKey: "default") ?? categoryTags
        self.allowed = allowed
    }

    /// The tags, each once and without the user's own, which is put there anyway; an error for what is no tag, or not for
    /// this user to set.
    func checked(_ tags: [String], for user: UserName) throws(Denial) -> [String] {
        var found: [String] = []
        for text in tags where !found.contains(text) {
            if TagRules.isReserved(text) {
                throw Denial(
                    403, "the tag \(excerpt(text)) is not for apps to set: the server and the hub put such tags there")
            }
            do {
                _ = try Tag(text)
            } catch {
                throw Denial(400, "\(error)")
            }
            guard (allowed[user.key] ?? common).contains(where: { TagRules.pattern($0, allows: text) }) else {
                throw Denial(403, "the tag \(excerpt(text)) is not among those that \(user) may set")
            }
            found.append(text)
            // One place is for the tag of the user.
            guard found.count < HubLimits.tagsPerRegistration else {
                throw Denial(400, "a device has at most \(HubLimits.tagsPerRegistration - 1) tags")
            }
        }
        return found
    }

    /// Tags by which others are addressed, or that the hub puts there itself; in any spelling that the hub might take for
    /// the same.
    static func isReserved(_ tag: String) -> Bool {
        let plain = tag.drop { $0.isWhitespace }.lowercased()
        return plain.hasPrefix("$") || plain.hasPrefix(UserName.tagPrefix)
    }

    /// What a user sends is for those who follow that user: a pattern must say `from:` to mean such tags.
    private static func pattern(_ pattern: String, allows tag: String) -> Bool {
        guard pattern.hasSuffix("*") else { return pattern == tag }
        let beginning = String(pattern.dropLast())
        let isSender = tag.lowercased().hasPrefix(UserName.senderPrefix)
        return tag.hasPrefix(beginning) && (!isSender || beginning.hasPrefix(UserName.senderPrefix))
    }
}

/// Why a call is not done: the status and a sentence for whoever wrote the app.
struct Denial: Error, Sendable, Equatable {
    var status: Int
    var words: String
    /// Seconds, for `Retry-After`.
    var retryAfter: Int64?

    init(_ status: Int, _ words: String, retryAfter: Int64? = nil) {
        self.status = status
        self.words = words
        self.retryAfter = retryAfter
    }
}

/// The beginning of a text that somebody sent, for a message.
func excerpt(_ text: String) -> String {
    let shown = String(
        text.unicodeScalars.prefix(40).filter { $0.value >= 0x20 && $0.value != 0x7F }.map(Character.init))
    return "“\(shown)\(text.unicodeScalars.count > 40 ? "…" : "")”"
}
