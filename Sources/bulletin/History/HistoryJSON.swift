internal import Broadcasting
internal import JSON
internal import Ledger
internal import News
internal import Stories

extension History {
    /// The history as data: stable names, every member always there. `help history` documents it.
    func json(ledgerPath: String) -> JSONValue {
        [
            "now": .string(now.description),
            "since": .string(since.description),
            "notifications": .array(notifications.map(\.json)),
            "waiting": .array(waiting.map(\.json)),
            "unannounced": .array(unannounced.map(\.json)),
            "pauses": .array(
                pauses.map { pause in
                    [
                        "category": .string(pause.category.rawValue), "since": .string(pause.since.description),
                        "until": JSONValue(pause.until?.description),
                    ]
                }),
            "hub_closed_until": JSONValue(hubClosedUntil?.description),
            "last_run": lastRun.map { run in
                [
                    "time": .string(run.at.description),
                    "exit_code": run.exitCode.map { .integer(Int64($0)) } ?? .null,
                ]
            } ?? .null,
            "runs": .array(runs.map(\.json)),
            "failing_feeds": .array(failingFeeds.map(\.json)),
            "troubles": .array(
                troubles.map { trouble in
                    [
                        "subject": .string(trouble.key), "words": .string(trouble.words),
                        "since": .string(trouble.since.description), "told": JSONValue(trouble.toldAt?.description),
                        "runs": .integer(Int64(trouble.times)),
                    ]
                }),
            "ledger": [
                "path": .string(ledgerPath), "bytes": .integer(Int64(facts.bytes)),
                "feeds": .integer(Int64(facts.feeds)), "items": .integer(Int64(facts.items)),
                "stories": .integer(Int64(facts.stories)),
            ],
        ]
    }
}

extension History.Notification {
    /// Why it was not sent, or why nobody knows.
    var reason: String? {
        switch record.outcome {
        case .notSent(let reason), .unknown(let reason): reason
        case .accepted, .cancelled, nil: nil
        }
    }

    var json: JSONValue {
        var hubID: String?
        if case .accepted(let id) = record.outcome { hubID = id }
        return [
            "id": .integer(record.id.number),
            "run": record.run.map(JSONValue.integer) ?? .null,
            "time": .string(record.intent.at.description),
            "origin": .string(record.intent.origin.rawValue),
            "categories": names(record.intent.categories),
            "language": JSONValue(record.intent.language?.text),
            "target": .string(record.intent.target),
            "message": .string(record.intent.message),
            "state": .string(state),
            "reason": JSONValue(reason),
            "scheduled_for": JSONValue(record.intent.scheduledFor?.description),
            "settled": JSONValue(record.settledAt?.description),
            "settled_by_hand": .boolean(record.isSettledByHand),
            "hub_id": JSONValue(hubID),
            "delivery": JSONValue(record.delivery),
            "collapse_id": JSONValue(record.intent.collapseID),
            "stories": .array(
                stories.map { story in
                    [
                        "story": .integer(story.id.number), "headline": .string(story.title),
                        "link": JSONValue(story.link),
                    ]
                }),
        ]
    }
}

extension History.Waiting {
    fileprivate var json: JSONValue {
        [
            "story": .integer(id.number),
            "headline": .string(content.title),
            "link": JSONValue(content.link),
            "feed": .string(content.source),
            "categories": names(categories),
            "first_seen": .string(firstSeen.description),
            "reasons": .array(
                reasons.map { category, reason in
                    [
                        "category": JSONValue(category?.rawValue),
                        "verdict": .string(reason?.verdict ?? "next"),
                        "reason": .string(reason?.description ?? History.Waiting.nothingAgainst),
                        "until": JSONValue(reason?.until?.description),
                    ]
                }),
        ]
    }

    /// The words for a story that the next broadcast sends.
    static let nothingAgainst = "goes out with the next broadcast"
}

extension RunRecord {
    var json: JSONValue {
        [
            "run": .integer(number), "time": .string(at.description),
            "exit_code": exitCode.map { .integer(Int64($0)) } ?? .null,
            "seconds": milliseconds.map { .real(Double($0) / 1_000) } ?? .null,
            "feeds": .integer(Int64(feeds)), "feeds_read": .integer(Int64(feedsRead)),
            "new_items": .integer(Int64(newItems)), "notifications": .integer(Int64(notifications)),
        ]
    }
}

extension StoryRecord {
    var json: JSONValue {
        [
            "story": .integer(id.number),
            "headline": .string(title),
            "link": JSONValue(link),
            "feed": .string(source),
            "categories": names(categories),
            "state": .string(state.rawValue),
            "time": .string(changedAt.description),
        ]
    }
}

extension FeedRecord {
    fileprivate var json: JSONValue {
        [
            "feed": .string(location), "title": JSONValue(title), "failures": .integer(Int64(failures)),
            "since": JSONValue(failingSince?.description), "reason": JSONValue(failure),
        ]
    }
}

private func names(_ categories: [Category]) -> JSONValue {
    .array(categories.map { .string($0.rawValue) })
}
