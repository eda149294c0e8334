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

    func json(at time: Instant, run: Int64?) -> JSONValue {
        var object = JSONObject([("time", .string(time.description)), ("level", .string(level.name))])
        if let run { object["run"] = .integer(run) }
        if let event { object["event"] = .string(event) }
        object["message"] = .string(withoutSecrets(words))
        for (name, value) in fields { object[name] = value.string.map { .string(withoutSecrets($0)) } ?? value }
        return .object(object)
    }
}

extension LogLine {
    init(_ event: RunEvent) {
        switch event {
        case .feedRead, .feedNotModified, .feedNotAsked, .feedAdopted, .feedFetched: self.init(feedEvent: event)
        case .feedGone, .feedFailed, .feedRecovered, .feedMoved: self.init(feedTrouble: event)
        case .sending, .sent, .notSent, .outcomeUnknown: self.init(sendEvent: event)
        case .runBegan(let run, let feeds):
            self.init(
                .info, event: "run_began", "run \(run) begins: \(counted(feeds, "feed"))",
                [("feeds", .integer(Int64(feeds)))])
        case .runEnded(let run, let code, let seconds):
            self.init(
                .info, event: "run_ended", "run \(run) ends with exit code \(code) after \(rounded(seconds)) s",
                [("exit_code", .integer(Int64(code))), ("seconds", .real(milliseconds(seconds)))])
        case .trouble(let words, let isDue): self.init(isDue ? .warning : .info, event: "trouble", words)
        case .troubleOver(let words, let since):
            self.init(.warning, event: "trouble_over", words, [("since", .string(since.description))])
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
        case .feedFetched(let feed, let bytes, let seconds):
            self.init(
                .debug, event: "feed_fetched",
                "\(feed.displayName): \(counted(bytes, "byte")) in \(rounded(seconds)) s",
                [
                    ("feed", .string(feed.name)), ("bytes", .integer(Int64(bytes))),
                    ("seconds", .real(milliseconds(seconds))),
                ])
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
        case .sending(let category, let message, let number):
            self.init(
                .debug, event: "sending", "\(category.rawValue): sending\(Self.named(number)): \(message)",
                [
                    ("category", .string(category.rawValue)), ("text", .string(message)),
                    ("notification", Self.value(number)),
                ])
        case .sent(let category, let message, let stories, let hubID, let number):
            self.init(
                .info, event: "sent",
                "\(category.rawValue): sent \(counted(stories, "story", "stories"))\(Self.named(number)): \(message)"
                    + (hubID.map { " (\($0))" } ?? ""),
                [
                    ("category", .string(category.rawValue)), ("text", .string(message)),
                    ("stories", .integer(Int64(stories))), ("notification", Self.value(number)),
                    ("hub_id", JSONValue(hubID)),
                ])
        case .notSent(let category, let reason, let isDue, let number):
            self.init(
                isDue ? .error : .info, event: "not_sent", "\(category.rawValue): not sent: \(reason)",
                [
                    ("category", .string(category.rawValue)), ("reason", .string(reason)),
                    ("notification", Self.value(number)),
                ])
        case .outcomeUnknown(let category, let reason, let number):
            self.init(
                .error, event: "outcome_unknown", "\(category.rawValue): nobody knows whether it was sent: \(reason)",
                [
                    ("category", .string(category.rawValue)), ("reason", .string(reason)),
                    ("notification", Self.value(number)),
                ])
        default: self.init(.debug, event: nil, "")
        }
    }

    private static func value(_ number: Int64?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

    /// Names a notification by its number in the ledger.
    private static func named(_ number: Int64?) -> String { number.map { " as notification \($0)" } ?? "" }

    /// A feed for a line about trouble: its title alone would not say which address to look at.
    private static func names(_ feed: Feed) -> String {
        feed.displayName == feed.name ? feed.name : "\(feed.displayName) (\(feed.name))"
    }
}

/// A number with its noun.
public func counted(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
}

/// Seconds with two decimals.
private func rounded(_ seconds: Double) -> String {
    let hundredths = Int64(max(0, min(seconds, 1e9)) * 100 + 0.5)
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
}

/// Seconds to the millisecond.
private func milliseconds(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }
