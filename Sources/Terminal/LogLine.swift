internal import JSON
internal import News

/// One line of the log, before it is text.
struct LogLine {
    var level: LogLevel
    /// The name of the event in JSON lines.
    var event: String?
    /// The line for people.
    var words: String
    /// Further members of the JSON line.
    var fields: [(String, JSONValue)]

    init(_ level: LogLevel, event: String?, _ words: String, _ fields: [(String, JSONValue)] = []) {
        self.level = level
        self.event = event
        self.words = words
        self.fields = fields
    }

    func json(at time: Instant) -> JSONValue {
        var object = JSONObject([("time", .string(time.description)), ("level", .string(level.name))])
        if let event { object["event"] = .string(event) }
        object["message"] = .string(withoutSecrets(words))
        for (name, value) in fields { object[name] = value.string.map { .string(withoutSecrets($0)) } ?? value }
        return .object(object)
    }
}

extension LogLine {
    init(_ event: RunEvent) {
        switch event {
        case .feedRead, .feedNotModified, .feedNotAsked, .feedAdopted: self.init(feedEvent: event)
        case .feedGone, .feedFailed, .feedRecovered, .feedMoved: self.init(feedTrouble: event)
        case .sending, .sent, .notSent, .outcomeUnknown: self.init(sendEvent: event)
        case .note(let words): self.init(.info, event: "note", words)
        case .warning(let words): self.init(.warning, event: "warning", words)
        }
    }

    private init(feedEvent: RunEvent) {
        switch feedEvent {
        case .feedRead(let feed, let items, let truncated):
            self.init(
                .info, event: "feed_read",
                "\(feed.displayName): \(counted(items, "item"))\(truncated ? ", cut off" : "")",
                [("feed", .string(feed.name)), ("items", .integer(Int64(items))), ("truncated", .boolean(truncated))])
        case .feedNotModified(let feed):
            self.init(
                .info, event: "feed_not_modified", "\(feed.displayName): not modified", [("feed", .string(feed.name))])
        case .feedNotAsked(let feed, let until):
            self.init(
                .info, event: "feed_not_asked",
                "\(feed.displayName): not asked \(until.map { "before \($0)" } ?? "again: it is gone for good")",
                [("feed", .string(feed.name)), ("until", JSONValue(until?.description))])
        case .feedAdopted(let feed, let items):
            self.init(
                .info, event: "feed_adopted",
                "\(feed.displayName): seen for the first time, \(counted(items, "item")) taken as known",
                [("feed", .string(feed.name)), ("items", .integer(Int64(items)))])
        default: self.init(.debug, event: nil, "")
        }
    }

    private init(feedTrouble: RunEvent) {
        switch feedTrouble {
        case .feedGone(let feed):
            self.init(
                .warning, event: "feed_gone",
                "\(feed.displayName): is gone for good (410); take \(feed.name) out of the feed list",
                [("feed", .string(feed.name))])
        case .feedFailed(let feed, let reason, let isDue):
            self.init(
                isDue ? .warning : .info, event: "feed_failed", reason,
                [("feed", .string(feed.name)), ("reason", .string(reason))])
        case .feedRecovered(let feed, let failures, let since, let isDue):
            self.init(
                isDue ? .warning : .info, event: "feed_recovered",
                "\(Self.names(feed)): reads again after \(counted(failures, "failure")) since \(since)",
                [
                    ("feed", .string(feed.name)), ("failures", .integer(Int64(failures))),
                    ("since", .string(since.description)),
                ])
        case .feedMoved(let feed, let address, let permanent, let isDue):
            self.init(
                isDue ? .warning : .info, event: "feed_moved",
                "\(Self.names(feed)): moved \(permanent ? "for good " : "")to \(withoutCredentials(address))"
                    + (permanent ? "; change the feed list, or let --update-feeds do it" : ""),
                [
                    ("feed", .string(feed.name)), ("address", .string(withoutCredentials(address))),
                    ("permanent", .boolean(permanent)),
                ])
        default: self.init(.debug, event: nil, "")
        }
    }

    private init(sendEvent: RunEvent) {
        switch sendEvent {
        case .sending(let category, let message):
            self.init(
                .debug, event: "sending", "\(category.rawValue): sending: \(message)",
                [("category", .string(category.rawValue)), ("text", .string(message))])
        case .sent(let category, let message, let stories, let notificationID):
            self.init(
                .info, event: "sent",
                "\(category.rawValue): sent \(counted(stories, "story", "stories")): \(message)"
                    + (notificationID.map { " (\($0))" } ?? ""),
                [
                    ("category", .string(category.rawValue)), ("text", .string(message)),
                    ("stories", .integer(Int64(stories))), ("notification", JSONValue(notificationID)),
                ])
        case .notSent(let category, let reason):
            self.init(
                .error, event: "not_sent", "\(category.rawValue): not sent: \(reason)",
                [("category", .string(category.rawValue)), ("reason", .string(reason))])
        case .outcomeUnknown(let category, let reason):
            self.init(
                .error, event: "outcome_unknown", "\(category.rawValue): nobody knows whether it was sent: \(reason)",
                [("category", .string(category.rawValue)), ("reason", .string(reason))])
        default: self.init(.debug, event: nil, "")
        }
    }

    /// A feed for a line about trouble: its title alone would not say which address to look at.
    private static func names(_ feed: Feed) -> String {
        feed.displayName == feed.name ? feed.name : "\(feed.displayName) (\(feed.name))"
    }
}

/// A number with its noun.
public func counted(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
}
