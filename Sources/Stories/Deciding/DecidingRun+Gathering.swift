internal import News

/// What a category says in one language.
struct Edition: Hashable {
    var category: Category
    /// Nil when all count as one.
    var language: LanguageTag?
}

/// The cap that a category has reached, and when it may have its next bulletin.
struct CapEnd {
    var cap: DecidingRules.Cap
    var time: Instant
}

extension DecidingRun {
    /// The language of an item: its own, its feed's, or that of items that name none.
    mutating func language(
        of item: Item, at place: StoryBoard.Place, _ categories: [Category]
    ) -> LanguageBook.Answer {
        book.answer(tag(of: item, at: place), categories)
    }

    /// What tells the language of an item: what somebody set for its feed, else its own word, else its feed's.
    func tag(of item: Item, at place: StoryBoard.Place) -> String? {
        let feed = input.feeds[place.feed]
        let own = item.language.flatMap { rules.languages.spoken.isEmpty || LanguageTag($0) != nil ? $0 : nil }
        return feed.feed.settledLanguage ?? own ?? feed.language
    }

    mutating func language(ofStory place: Int) -> LanguageBook.Answer {
        book.answer(board[place].story.content.language, board[place].story.categories)
    }

    /// Asked anew in each run: what was read in a language that nobody spoke may be spoken now.
    mutating func findLanguage(ofStory place: Int) {
        guard !rules.languages.spoken.isEmpty else { return }
        board[place].story.language = nil
        board[place].foreignLanguage = nil
        switch language(ofStory: place) {
        case .spoken(let language): board[place].story.language = language
        case .foreign(let tag): board[place].foreignLanguage = tag
        }
    }

    /// Whether a known item may be the same story by its title: that means the same in one language only. Of adopted items,
    /// of messages sent by hand and of feeds that do not say it the language is not known.
    mutating func isTold(_ item: KnownItem, in language: LanguageBook.Answer) -> Bool {
        item.language == nil || book.answer(item.language, item.categories) == language
    }
}

/// The stories that are left, by category and language.
extension DecidingRun {
    /// One bulletin for each category, or for each language of one.
    mutating func gather(_ due: [Edition: [Int]]) {
        for category in Category.allCases {
            var bulletin = PlannedBulletin(category: category, stories: [])
            for language in rules.languages.editions {
                let edition = Edition(category: category, language: language)
                guard let stories = due[edition]?.sorted(by: leads), let lead = stories.first else { continue }
                for story in stories { board[story].story.standings[category] = story == lead ? .lead : .further }
                if rules.languages.areAddressedApart {
                    plan.bulletins.append(PlannedBulletin(category: category, language: language, stories: stories))
                } else {
                    bulletin.stories += stories
                }
            }
            if !bulletin.stories.isEmpty { plan.bulletins.append(bulletin) }
        }
    }

    /// When those may have their next bulletin that have had all that the caps allow.
    func capEnds() -> [Edition: CapEnd] {
        var ends: [Edition: CapEnd] = [:]
        for category in Category.allCases {
            let recent = input.recent.filter { $0.category == category }
            for language in rules.languages.editions {
                let counts = rules.languages.areAddressedApart
                let sent = recent.filter { !counts || $0.language == nil || $0.language == language }.map(\.at).sorted()
                ends[Edition(category: category, language: language)] = capEnd(category, sent)
            }
        }
        return ends
    }

    private func capEnd(_ category: Category, _ sent: [Instant]) -> CapEnd? {
        (rules.capsByCategory[category] ?? rules.caps).compactMap { cap -> CapEnd? in
            let since = window.now.advanced(bySeconds: -cap.seconds)
            // Where clocks were set back, what was sent lies ahead; what lies further ahead tells nothing.
            let ahead = window.now.advanced(bySeconds: cap.seconds)
            let counted = sent.filter { $0 > since && $0 < ahead }
            guard counted.count >= cap.bulletins else { return nil }
            // With a cap of none the category never sends; the longest stretch stands for that.
            let leaving = cap.bulletins > 0 ? counted[counted.count - cap.bulletins] : window.now
            return CapEnd(cap: cap, time: leaving.advanced(bySeconds: cap.seconds))
        }.max { $0.time < $1.time }
    }

    /// The lead comes first: the story that most feeds carry unless the newest is wanted, then the newest, then the one
    /// read first.
    private func leads(_ left: Int, _ right: Int) -> Bool {
        let (leftCount, rightCount) = (board[left].carriers.count, board[right].carriers.count)
        if rules.order == .carriers, leftCount != rightCount { return leftCount > rightCount }
        let leftDate = board[left].story.content.published ?? board[left].story.firstSeen
        let rightDate = board[right].story.content.published ?? board[right].story.firstSeen
        return leftDate != rightDate ? leftDate > rightDate : left < right
    }
}
