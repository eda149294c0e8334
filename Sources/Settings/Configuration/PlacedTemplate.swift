public import News

/// A template as it was given, with the place where it stands, so that an error can name it.
public struct PlacedTemplate: Sendable, Hashable {
    /// `default`, a category, a language, both joined by a dot, or the name of a property.
    public var name: String
    /// The template.
    public var source: String
    /// Where it stands: `--message-template`, or the file, with line and column, and the key path.
    public var place: String
    /// Whether it was typed on the command line.
    public var isTyped: Bool

    /// The category that it is for; nil for all of them.
    public var category: Category? { Category(named: name.prefix { $0 != "." }) }

    /// The language that it is for; nil for all of them.
    public var language: LanguageTag? {
        if name == "default" || Category(named: name) != nil { return nil }
        return LanguageTag(String(name.split(separator: ".").last ?? ""))
    }

    init(
        _ given: (name: String, value: String, source: SettingSource), of option: OptionName,
        in file: ConfigurationFile?
    ) {
        name = given.name
        source = given.value
        isTyped = given.source == .option
        let key = OptionTable.configurable.first { $0.name == option }?.key ?? option.rawValue
        place =
            switch given.source {
            case .file(let path):
                // `messages` may be one text: then the key's place counts.
                "\(file?.place(of: "\(key).\(given.name)") ?? path): \(key).\(given.name)"
            case .option where given.name == "default": "--\(option.rawValue)"
            case .option, .environment, .fallback: "--\(option.rawValue) \(given.name)=…"
            }
    }
}
