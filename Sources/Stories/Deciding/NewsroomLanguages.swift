public import News

/// The languages that the newsroom speaks, and those of items that name none.
public struct NewsroomLanguages: Sendable, Hashable {
    /// In the newsroom's order; empty when all items count as one language.
    public var spoken: [LanguageTag]
    /// Each language of a category has notifications of its own, and with them caps of its own; otherwise one
    /// notification speaks all of them.
    public var areAddressedApart: Bool
    /// The language of items that name none, and whose feed names none; the first that is spoken, unless set.
    public var unnamed: LanguageTag?
    /// The same by the surest category of the item.
    public var unnamedByCategory: [Category: LanguageTag]

    /// Languages from their parts.
    public init(
        spoken: [LanguageTag] = [], areAddressedApart: Bool = false, unnamed: LanguageTag? = nil,
        unnamedByCategory: [Category: LanguageTag] = [:]
    ) {
        self.spoken = spoken
        self.areAddressedApart = areAddressedApart
        self.unnamed = unnamed
        self.unnamedByCategory = unnamedByCategory
    }

    /// In which languages stories are gathered; nil stands for all of them.
    var editions: [LanguageTag?] { spoken.isEmpty ? [nil] : spoken }

    /// Tells these languages from others in which other stories would go out.
    var fingerprint: String {
        guard !spoken.isEmpty else { return "" }
        let unnamed = unnamedByCategory.sorted { $0.key < $1.key }.map { "\($0.key.rawValue)=\($0.value)" }
        // The order of the others only tells which comes first in a notification.
        return ([self.unnamed ?? spoken[0]].map(\.text) + unnamed + [":"] + spoken.map(\.text).sorted())
            .joined(separator: " ")
    }
}

/// What language stories are in, each tag looked up once in a run.
struct LanguageBook {
    /// What a story speaks.
    enum Answer: Hashable {
        /// A language of the newsroom; nil when all count as one.
        case spoken(LanguageTag?)
        /// Another one.
        case foreign(LanguageTag)
    }

    let languages: NewsroomLanguages
    private var answers: [String: Answer?] = [:]

    init(_ languages: NewsroomLanguages) {
        self.languages = languages
    }

    /// The language of what names `tag`, or nothing that is a tag, and belongs to these categories.
    mutating func answer(_ tag: String?, _ categories: [Category]) -> Answer {
        guard let first = languages.spoken.first else { return .spoken(nil) }
        if let tag, let answer = named(tag) { return answer }
        let unnamed = categories.first.flatMap { languages.unnamedByCategory[$0] } ?? languages.unnamed
        return unnamed.flatMap { named($0.text) } ?? .spoken(first)
    }

    private mutating func named(_ text: String) -> Answer? {
        if let answer = answers[text] { return answer }
        let answer = LanguageTag(text).map { tag -> Answer in
            tag.match(in: languages.spoken).map { .spoken($0) } ?? .foreign(tag)
        }
        // A hostile feed may name as many as it has items.
        if answers.count < 1_000 { answers[text] = .some(answer) }
        return answer
    }
}
