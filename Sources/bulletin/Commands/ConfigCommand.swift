internal import JSON
internal import PlainText
internal import Settings
internal import Terminal

/// `bulletin config`.
struct ConfigCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let settings = context.settings.listed()
        let secrets = context.settings.listedSecrets()
        if context.settings.text(.format) == "json" {
            let layout: JSONValue.Layout = context.facts.isTerminal ? .indented : .compact
            context.output.writeLine(json(settings, secrets).text(layout))
        } else {
            context.output.write(text(settings, secrets))
        }
        for trouble in secrets.compactMap(\.trouble) { context.log.write(.error, trouble) }
        return secrets.contains { $0.trouble != nil } ? .badConfiguration : .done
    }

    private func text(_ settings: [ListedSetting], _ secrets: [ListedSecret]) -> String {
        let style = Style(context.facts)
        let rows = settings.map { setting in
            [setting.key, setting.place, value(of: setting)].map(terminalSafe)
        }
        let hidden = secrets.map { secret in
            [secret.name, secret.place ?? "none", secret.place == nil ? "" : "<hidden>"].map(terminalSafe)
        }
        let file = context.settings.configurationPath
        var lines = [
            file.map { "The configuration is \($0)" }
                ?? "There is no configuration; 'bulletin config --print-default' prints the beginning of one"
        ]
        lines += ["", style.bold("Settings")] + alignedTable(rows).map { "  " + $0 }
        lines += ["", style.bold("Secrets")] + alignedTable(hidden).map { "  " + $0 }
        return lines.joined(separator: "\n") + "\n"
    }

    private func value(of setting: ListedSetting) -> String {
        setting.value?.text() ?? setting.words.map { "(\($0))" } ?? ""
    }

    private func json(_ settings: [ListedSetting], _ secrets: [ListedSecret]) -> JSONValue {
        [
            "configuration": JSONValue(context.settings.configurationPath),
            "settings": .array(
                settings.map { setting in
                    [
                        "key": .string(setting.key), "option": .string(setting.option),
                        "value": setting.value ?? .null,
                        "source": .string(setting.source?.word ?? "none"), "place": .string(setting.place),
                    ]
                }),
            "secrets": .array(
                secrets.map { ["name": .string($0.name), "place": JSONValue($0.place)] }),
        ]
    }
}

extension SettingSource {
    /// One word for programs.
    fileprivate var word: String {
        switch self {
        case .option: "option"
        case .environment: "environment"
        case .file: "file"
        case .fallback: "default"
        }
    }
}
