internal import News
internal import Stories

extension Plan {
    /// The first story of each language, in their order.
    func leads(of bulletin: PlannedBulletin) -> [Int] {
        var seen: Set<LanguageTag?> = []
        return bulletin.stories.filter { seen.insert(stories[$0].language).inserted }
    }
}

extension PlannedBulletin {
    /// The category, with the language that it is for alone.
    var name: String { category.rawValue + (language.map { " in \($0)" } ?? "") }

    /// Words about it that are read after the name of its category.
    func saying(_ words: String) -> String { language.map { "in \($0): \(words)" } ?? words }
}
