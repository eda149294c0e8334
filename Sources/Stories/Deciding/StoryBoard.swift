internal import News

/// The stories of a run while it is decided: those pending before, and those that its items open.
struct StoryBoard {
    /// A feed that carries a story: with a row, or by its place in the run.
    enum Carrier: Hashable {
        case known(FeedID)
        case unseen(Int)
    }

    /// A story and who carries it.
    struct Entry {
        var story: PlannedStory
        var claimed: Set<Category> = []
        var carriers: Set<Carrier> = []
        var leadItem: ItemID?
        /// The item of this run that tells it.
        var teller: Place?
        /// The language it is told in, where the newsroom does not speak that.
        var foreignLanguage: LanguageTag?
        /// No feed that carried it has it any more, although older items stayed.
        var wasTakenBack = false
        /// What was known of it when the run began; of a new story nothing.
        var before: (carriers: Int, marks: StoryMarks)?
    }

    /// An item by the places of its feed and of itself.
    struct Place: Hashable {
        var feed: Int
        var item: Int
    }

    private struct TitleKey: Hashable {
        var title: IdentityDigest
        var category: Category
        var language: LanguageBook.Answer
    }

    private(set) var entries: [Entry] = []
    private var places: [StoryID: Int] = [:]
    private var byIdentity: [IdentityDigest: Int] = [:]
    private var byTitle: [TitleKey: Int] = [:]

    init(_ pending: [KnownStory]) {
        for story in pending {
            places[story.id] = entries.count
            entries.append(
                Entry(
                    story: PlannedStory(
                        reference: .known(story.id), content: story.content, categories: story.categories,
                        firstSeen: story.firstSeen, agesFrom: story.agesFrom, carriers: 0, marks: story.marks,
                        state: story.state,
                        wasWaiting: story.state == .waiting, isChanged: false),
                    claimed: story.claimed, carriers: Set(story.carriers.map(Carrier.known)), leadItem: story.leadItem,
                    before: (story.carriers.count, story.marks)))
        }
    }

    subscript(_ place: Int) -> Entry {
        get { entries[place] }
        set { entries[place] = newValue }
    }

    /// The place of a story that was pending before the run.
    func place(of story: StoryID) -> Int? { places[story] }

    /// The story of this run that an item tells: by id or link, and by title within its categories and its language.
    func find(
        _ identities: ItemIdentities, categories: [Category], language: LanguageBook.Answer, shared: SharedIdentities
    ) -> Int? {
        for digest in joining(identities, shared) {
            if let place = byIdentity[digest] { return place }
        }
        guard let title = identities.title else { return nil }
        return categories.lazy.compactMap { byTitle[TitleKey(title: title, category: $0, language: language)] }.first
    }

    /// Opens a story told by the item at `teller`.
    mutating func open(_ story: PlannedStory, by teller: Place) -> Int {
        var entry = Entry(story: story, teller: teller)
        entry.story.reference = .new(entries.count)
        entries.append(entry)
        return entries.count - 1
    }

    /// Lets later items find a story by the identities of one of its items.
    mutating func index(
        _ identities: ItemIdentities, at place: Int, language: LanguageBook.Answer, shared: SharedIdentities
    ) {
        for digest in joining(identities, shared) where byIdentity[digest] == nil { byIdentity[digest] = place }
        guard let title = identities.title else { return }
        for category in entries[place].story.categories {
            let key = TitleKey(title: title, category: category, language: language)
            if byTitle[key] == nil { byTitle[key] = place }
        }
    }

    private func joining(_ identities: ItemIdentities, _ shared: SharedIdentities) -> [IdentityDigest] {
        var digests: [IdentityDigest] = []
        if let id = identities.id, !shared.ids.contains(id) { digests.append(id) }
        if let id = identities.idWithTitle { digests.append(id) }
        if let link = identities.link, !shared.links.contains(link) { digests.append(link) }
        return digests
    }
}
