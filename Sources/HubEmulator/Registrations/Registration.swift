internal import HubLanguage
internal import News

/// What a client says about a device that wants notifications.
struct RegistrationDraft: Sendable {
    var platform: Platform
    /// The device's handle: a token, a channel's address, an endpoint.
    var handle: String
    /// All elements of the handle with their names, for replies.
    var handleParts: [String]
    /// The tags in order, each once.
    var tags: [String]
    /// The template, or nil for a native registration.
    var template: RegisteredTemplate?
    /// `PushVariables` as text.
    var pushVariables: String?
    /// `SecondaryTileName` of Windows registrations.
    var secondaryTileName: String?
    /// The installation that made the registration, if one did.
    var installationID: String?
    /// When the hub forgets it; nil for never.
    var expires: Instant?
}

/// A registration as the hub keeps it. An object, since a send hands thousands of them about.
final class Registration: Sendable {
    let id: String
    /// Rises with each change; the `1` of `ETag: W/"1"`.
    let version: Int
    let draft: RegistrationDraft
    /// When it was made or last changed.
    let updated: Instant
    /// The tags for matching.
    let tagSet: Set<String>

    init(id: String, version: Int = 1, draft: RegistrationDraft, updated: Instant) {
        self.id = id
        self.version = version
        self.draft = draft
        self.updated = updated
        tagSet = Set(draft.tags)
    }

    var eTag: String { "W/\"\(version)\"" }

    /// Whether a condition of `If-Match` holds.
    func meets(_ condition: Precondition?) -> Bool {
        switch condition {
        case nil, .any: true
        case .version(let text): text == String(version)
        }
    }
}

/// Which registrations a list shows.
enum RegistrationFilter: Sendable {
    case all
    case tag(String)
    case handle(String)

    /// Reads `$filter`: `ChannelUri eq 'HANDLE'`, whatever the platform (.NET, Java), or the platform's own name for it.
    init(_ filter: String?) throws(Refusal) {
        guard let filter else {
            self = .all
            return
        }
        let parts = filter.split(separator: " ", maxSplits: 2)
        let names = ["channeluri", "devicetoken", "gcmregistrationid", "fcmv1registrationid", "admregistrationid"]
        guard parts.count == 3, names.contains(parts[0].lowercased()), equalIgnoringCase(parts[1], "eq"),
            parts[2].count >= 2, parts[2].hasPrefix("'"), parts[2].hasSuffix("'")
        else { throw Refusal(400, "The $filter '\(filter.prefix(80))' is not supported.") }
        self = .handle(String(parts[2].dropFirst().dropLast()))
    }
}

extension Page {
    /// Reads `$top` and `continuationtoken`.
    init(_ target: RequestTarget) throws(Refusal) {
        if let text = target.parameter("$top") {
            guard let top = Int(text), top > 0 else { throw Refusal(400, "The $top '\(text.prefix(40))' is invalid.") }
            self.top = min(top, 1_000)
        }
        if let token = target.parameter("continuationtoken") {
            guard let position = Page.position(in: token) else {
                throw Refusal(400, "The continuation token is invalid.")
            }
            after = position
        }
    }

    /// The token for what follows a place, percent-encoded already in the header: clients put it into the next address
    /// as it came. Its shape is the recorded one, `31(n);2`; the number behind is as long as it takes to get padding, so
    /// that a client that encodes the token again is found out.
    static func token(after position: Int) -> String {
        let text = "\(position)(n);"
        return percentEncoded(base64(Array((text + String(repeating: "2", count: 3 - (text.utf8.count + 1) % 3)).utf8)))
    }

    private static func position(in token: String) -> Int? {
        let parts = base64Decoded(token)?.split(separator: "(n);", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, Int(parts[1]) != nil else { return nil }
        return Int(parts[0])
    }
}
