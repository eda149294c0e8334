internal import JSON
internal import News

// Values with parts of their own, as they would stand in the configuration.

extension QuietSetting {
    var json: JSONValue {
        var object = JSONObject([
            ("zone", .string(zone)), ("from", .string(timeOfDay(from))), ("to", .string(timeOfDay(to))),
        ])
        object["categories"] = categories.map { .array($0.map { .string($0.rawValue) }) }
        object["maxAge"] = maxAge.map { .string(durationText($0)) }
        return .object(object)
    }

    private func timeOfDay(_ minutes: Int) -> String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

extension CapSettings {
    var json: JSONValue {
        caps.json { caps in
            .array(
                caps.map {
                    ["bulletins": .integer(Int64($0.bulletins)), "per": .string(durationText($0.seconds))]
                })
        }
    }
}

extension BreakingSettings {
    var json: JSONValue { entries.json(\.json) }
}

extension BreakingSettings.Entry {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["minFeeds"] = minFeeds.map { .integer(Int64($0)) }
        rules.write(into: &object)
        var urgent = JSONObject()
        urgent["minFeeds"] = urgentMinFeeds.map { .integer(Int64($0)) }
        urgentRules.write(into: &urgent)
        if hasNoUrgent == true {
            object["urgent"] = false
        } else if !urgent.members.isEmpty {
            object["urgent"] = .object(urgent)
        }
        return .object(object)
    }
}

extension BreakingSettings.Rules {
    fileprivate func write(into object: inout JSONObject) {
        for (name, texts) in [("titles", titles), ("labels", labels), ("feeds", feeds), ("addresses", addresses)] {
            object[name] = texts.map { .array($0.map { .string(withoutCredentials($0)) }) }
        }
    }
}

extension RuleSettings {
    var json: JSONValue { .array(rules.map(\.json)) }
}

extension RuleSettings.Rule {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        let conditions = [
            ("titles", titles), ("labels", labels), ("feeds", feeds), ("hosts", hosts), ("addresses", addresses),
        ]
        for (name, texts) in conditions where !texts.isEmpty {
            object[name] = .array(texts.map { .string(withoutCredentials($0)) })
        }
        object["category"] =
            switch verdict {
            case .category(let category): .string(category.rawValue)
            case .none: "none"
            case .never: "never"
            }
        return .object(object)
    }
}

extension FeedSettingsByPlace {
    var json: JSONValue {
        .object(
            JSONObject(
                entries.map { entry in
                    (
                        withoutCredentials(entry.place),
                        .object(JSONObject(entry.settings.map { ($0.name, .string($0.shownValue)) }))
                    )
                }))
    }
}

extension FeedSettingsByPlace.Setting {
    /// A header may well carry a key of the publisher's.
    fileprivate var shownValue: String {
        guard name == "header" else { return looksSecret(value) ? "<hidden>" : withoutCredentials(value) }
        return value.prefix { $0 != ":" } + ": <hidden>"
    }
}

extension ListsByUser {
    var json: JSONValue {
        .object(JSONObject(entries.map { ($0.user, .array($0.values.map(JSONValue.string))) }))
    }
}

extension ByCategory {
    fileprivate func json(_ write: (Value) -> JSONValue) -> JSONValue {
        var object = JSONObject()
        object["default"] = common.map(write)
        for category in Category.allCases { object[category.rawValue] = single[category].map(write) }
        return .object(object)
    }
}
