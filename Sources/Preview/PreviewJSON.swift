internal import Bulletins
internal import HTTP
internal import HubLanguage
public import JSON
internal import News
internal import NotificationHub

extension Preview {
    /// The preview as data: stable names, every field always there.
    public var json: JSONValue {
        [
            "now": .string(now.description),
            "notifications": .array(notifications.map(\.json)),
            "left_out": .array(leftOut.map(\.json)),
            "feed_troubles": .array(feedTroubles.map(JSONValue.string)),
        ]
    }
}

extension PreviewedNotification {
    fileprivate var json: JSONValue {
        [
            "categories": .array(categories.map { .string($0.rawValue) }),
            "language": JSONValue(language),
            "target": .string(target),
            "format": .string((platform.map(NotificationFormat.native) ?? .template).name),
            "test": .boolean(isTest),
            "scheduled_for": JSONValue(scheduledFor?.description),
            "message": .string(bulletin.message),
            "message_bytes": .integer(Int64(bulletin.message.utf8.count)),
            "cut": JSONValue(bulletin.cut?.words),
            "messages": .array(
                bulletin.editions.map { edition in
                    [
                        "language": JSONValue(edition.language?.text),
                        "property": .string(edition.property),
                        "message": .string(edition.message),
                        "message_bytes": .integer(Int64(edition.message.utf8.count)),
                        "cut": JSONValue(edition.cut?.words),
                    ]
                }),
            "properties": .object(JSONObject(bulletin.properties.map { ($0.name, .string($0.value)) })),
            "stories": .array(stories.map(\.json)),
            "request": request.withoutSignature.json,
            "payloads": .array(payloads.map(\.json)),
        ]
    }
}

extension FilledPayload {
    fileprivate var json: JSONValue {
        [
            "platform": .string(platform.name),
            "language": JSONValue(language),
            "template": JSONValue(template),
            "payload": .string(payload),
            "bytes": .integer(Int64(bytes)),
            "limit": limit < .max ? .integer(Int64(limit)) : .null,
            "shows": shown.isBlank ? .null : ScreenText(shown, ScreenForm(platform)).json(shown),
        ]
    }
}

extension ScreenText {
    fileprivate func json(_ alert: ShownAlert) -> JSONValue {
        [
            "title": JSONValue(alert.title),
            "body": .string(alert.body),
            "screen": .array((title + body).map(JSONValue.string)),
            "cut": .boolean(isCut),
        ]
    }
}

extension PreviewedStory {
    fileprivate var json: JSONValue {
        [
            "story": number.map(JSONValue.integer) ?? .null,
            "headline": .string(headline),
            "link": JSONValue(link),
            "feeds": .array(feeds.map(JSONValue.string)),
            "since": JSONValue(since?.description),
            "language": JSONValue(language),
            "because": .array(because.map(JSONValue.string)),
        ]
    }
}

extension LeftOutItem {
    fileprivate var json: JSONValue {
        [
            "story": story.map(JSONValue.integer) ?? .null,
            "title": .string(title),
            "link": JSONValue(link),
            "feed": .string(feed),
            "category": JSONValue(category?.rawValue),
            "verdict": .string(verdict),
            "reason": .string(reason),
            "since": JSONValue(since?.description),
            "until": JSONValue(until?.description),
            "scores": .array(
                scores.map {
                    ["category": .string($0.category.rawValue), "probability": .real($0.probability)]
                }),
        ]
    }
}

extension HTTPRequest {
    fileprivate var json: JSONValue {
        [
            "method": .string(method.rawValue),
            "address": .string(address),
            "headers": .object(JSONObject(headers.map { ($0.name, .string($0.value)) })),
            "body": .string(String(decoding: body ?? [], as: UTF8.self)),
        ]
    }
}
