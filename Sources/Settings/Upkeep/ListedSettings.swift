public import JSON
internal import News

/// One setting as `config` shows it.
public struct ListedSetting: Sendable, Equatable {
    /// The key path in the configuration; of names that are settled one by one, with the name.
    public var key: String
    /// The option: `--max-age`.
    public var option: String
    /// The value as it would stand in the configuration; nil where nothing is set.
    public var value: JSONValue?
    /// What holds where nothing is set, in words.
    public var words: String?
    /// Where it comes from; nil where nothing is set and there is no default.
    public var source: SettingSource?
    /// The same for people: the option, the variable, or the file with its line.
    public var place: String
}

/// Where a secret is, or that there is none. It is not shown.
public struct ListedSecret: Sendable, Equatable {
    /// What it is for.
    public var name: String
    /// The variable or file that it is in; nil where there is none.
    public var place: String?
    /// Why it cannot be used.
    public var trouble: String?
}

extension ResolvedSettings {
    /// Every key of the configuration, in the order of the table, with what holds for broadcasts.
    public func listed() -> [ListedSetting] {
        var listed: [ListedSetting] = []
        for row in OptionTable.all where row.isSetting {
            let assignments = sourcedAssignments(row.name)
            if assignments.isEmpty {
                listed.append(setting(row))
                continue
            }
            for (name, value, source) in assignments {
                let key = "\(row.key ?? "").\(name)"
                listed.append(
                    ListedSetting(
                        key: key, option: row.typed, value: .string(shown(value)), source: source,
                        place: place(of: source, key, row)))
            }
        }
        return listed
    }

    private func setting(_ row: OptionDefinition) -> ListedSetting {
        let key = row.key ?? row.name.rawValue
        var setting = ListedSetting(key: key, option: row.typed, place: "not set")
        let values = values(row.name)
        if let source = source(of: row.name) {
            setting.value = row.isRepeatable ? .array(values.flatMap(\.elements)) : values.first?.json
            // Whoever knows the address can call it.
            if row.name == .ping { setting.value = "<hidden>" }
            setting.source = source
            setting.place = place(of: source, key, row)
        } else {
            takeDefault(of: row, &setting)
        }
        return setting
    }

    /// What holds where nothing is set: not every default stands in the table as a value.
    private func takeDefault(of row: OptionDefinition, _ setting: inout ListedSetting) {
        switch (row.name, row.fallback) {
        case (.ledger, _):
            do throws(ConfigurationError) {
                setting.value = .string(try ledgerPath())
            } catch {
                setting.words = error.message
            }
        case (.category, _): setting.value = .array(Category.allCases.map { .string($0.rawValue) })
        case (.categoryTag, _): setting.words = "the names of the categories"
        case (_, .described(let words)): setting.words = words
        case _ where row.kind == .flag: setting.value = .boolean(false)
        default: return
        }
        setting.source = .fallback
        setting.place = "default"
    }

    private func place(of source: SettingSource, _ key: String, _ row: OptionDefinition) -> String {
        switch source {
        case .option: return row.typed
        case .environment(let name): return name
        case .fallback: return "default"
        case .file(let path):
            // `messages` may be one text: then the line of the key counts.
            let line = file?.line(of: key) ?? row.key.flatMap { file?.line(of: $0) }
            return path + (line.map { ":\($0)" } ?? "")
        }
    }

    /// The secrets that a run would use, by where they are.
    public func listedSecrets() -> [ListedSecret] {
        var first = ListedSecret(name: "connection string")
        var second = ListedSecret(name: "second connection string")
        do {
            let secret = try hubSecret()
            first.place = secret?.source
            second.place = secret?.secondary == nil ? nil : secret?.source
        } catch {
            first.trouble = error.message
        }
        let manage = ListedSecret(
            name: "connection string with the right Manage",
            place: manageSecret() == nil ? nil : HubSecret.manageVariable)
        return [first, second, manage]
    }
}

/// A text that may hold a user's password for a feed, or even a key.
private func shown(_ text: String) -> String {
    looksSecret(text) ? "<hidden>" : withoutCredentials(text)
}

extension SettingValue {
    /// The value as it would stand in the configuration.
    var json: JSONValue {
        switch self {
        case .flag(let truth): .boolean(truth)
        case .text(let text): .string(shown(text))
        case .integer(let number): .integer(Int64(number))
        case .seconds(let length): .string(durationText(length))
        case .bytes(let size): size.isMultiple(of: 1 << 20) ? .string("\(size >> 20)MiB") : .integer(Int64(size))
        case .instant(let instant): .string(instant.description)
        case .assignment(let name, let value): .object(JSONObject([(name, .string(shown(value)))]))
        case .categories, .languages: .array(elements)
        case .quiet(let hours): hours.json
        case .caps(let caps): caps.json
        case .breaking(let breaking): breaking.json
        case .rules(let rules): rules.json
        case .feedSettings(let settings): settings.json
        }
    }

    /// The parts of a value that is a list.
    fileprivate var elements: [JSONValue] {
        switch self {
        case .categories(let some): some.map { .string($0.rawValue) }
        case .languages(let some): some.map { .string($0.text) }
        default: [json]
        }
    }
}
