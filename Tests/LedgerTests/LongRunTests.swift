import Ledger
import News
import Stories
import Testing

/// What only shows over many runs.
struct LongRunTests {
    @Test func marksLiveWhileTheItemIsThereAndThirtyDaysLonger() throws {
        let newsroom = Newsroom()
        let feed = feed("post")
        let staying = item(1, "Weather for the coast")
        let leaving = item(2, "Ferry timetable changes", at: time(8))
        try newsroom.run(at: time(9), [(feed, [staying, leaving])])
        try newsroom.run(at: time(10), [(feed, [staying])])
        func day(_ number: Int) -> Instant { time(10 + number * 24) }
        // Old marks are looked through in each run.
        for number in [15, 27, 28] { #expect(try newsroom.run(at: day(number), [(feed, [staying])]).isEmpty) }
        // Back after 29 days without a date: still known; then gone for good.
        let undated = item(2, "Ferry timetable changes")
        #expect(try newsroom.run(at: day(29), [(feed, [undated, staying])]).isEmpty)
        #expect(try newsroom.run(at: day(30), [(feed, [staying])]).isEmpty)
        #expect(try newsroom.run(at: day(50), [(feed, [staying])]).isEmpty)
        #expect(try newsroom.run(at: day(61), [(feed, [staying, item(3, at: time(8))])]).isEmpty)
        // One run alone may have a clock that is ahead, even by a year: it forgets nothing.
        #expect(try newsroom.run(at: day(62), [(feed, [undated, staying])]).isEmpty)
        #expect(try newsroom.run(at: day(63), [(feed, [staying])]).isEmpty)
        #expect(try newsroom.run(at: day(365), [(feed, [staying, item(3, at: time(8))])]).isEmpty)
        #expect(try newsroom.run(at: day(64), [(feed, [undated, staying])]).isEmpty)
        #expect(try newsroom.run(at: day(65), [(feed, [staying])]).isEmpty)
        for number in [96, 97] {
            #expect(try newsroom.run(at: day(number), [(feed, [staying, item(number)])]).count <= 1)
        }
        #expect(try newsroom.run(at: day(98), [(feed, [undated, staying])]) == [.world: [undated.title]])
        // The one that stayed is known after all that time, under a new id as well.
        let renamed = item(1, "Coast weather", id: "other")
        #expect(try newsroom.run(at: day(99), [(feed, [undated, renamed])]).isEmpty)
    }

    /// A story that is over keeps its words where `history` shows it; of the others nothing is left but that it is known.
    @Test func storiesThatAreOverLoseTheirWords() throws {
        let newsroom = Newsroom()
        let feed = feed("post")
        var items = [item(0, at: time(8))]
        func run(_ hour: Int, _ new: [Item] = [], hub: Newsroom.Hub = .accepts) throws {
            items = new + items
            try newsroom.run(at: time(hour), [(feed, items)], hub: hub)
        }
        newsroom.rules.caps = []
        try run(9)
        newsroom.rules.adoptsEverything = true
        try run(10, [item(1, "Adopted", at: time(10))])
        newsroom.rules.adoptsEverything = false
        try run(11, [item(2, "Announced", at: time(11)), item(3, "Too old at once", at: time(1))])
        try run(12, [item(4, "Nobody knows", at: time(12))], hub: .answersNothing)
        newsroom.mappings["No category"] = []
        let unmapped = Feed(location: .address("https://wire.example/rss"), title: "wire")
        try newsroom.run(at: time(12), [(unmapped, [item(100)])])
        // Of its two categories one has it; then it is too old for the other.
        newsroom.mappings["Half of it"] = [.world, .politics]
        newsroom.rules.allCategories = true
        newsroom.rules.categories = [.world]
        let two = [item(5, "No category", at: time(12)), item(9, "Half of it", at: time(12)), item(100)]
        try newsroom.run(at: time(12), [(unmapped, two)])
        let settled = ["Dropped", "Parked", "Held back"].enumerated().map { item(6 + $0, $1, at: time(13)) }
        try run(13, settled, hub: .refuses)
        let pending = try newsroom.read().pendingStories()
        func story(_ title: String) throws -> StoryID {
            try #require(pending.first { $0.content.title == title }?.id)
        }
        do {
            let ledger = try Ledger.open(newsroom.place)
            _ = try ledger.drop(story("Dropped"), at: time(14))
            try ledger.mark([story("Parked")], as: .parked, at: time(14))
        }
        newsroom.rules.categories = []
        let kept = ["Announced", "Dropped", "Half of it", "Held back", "Nobody knows", "Parked"]
        let names = (kept + ["No category", "Too old at once"]).sorted()
        var sizes: [Int] = []
        for day in 1...14 {
            // Long words every day that are too old at once: their room is used again.
            try run(9 + 24 * day, (0..<40).map { item(day * 1_000 + $0, longTitle(day, $0), at: time(0)) })
            let ledger = try newsroom.read()
            let count = Int64(try ledger.facts().stories)
            let told = try (1...count).compactMap { try ledger.story(StoryID($0))?.title }.filter { !$0.isEmpty }
            let known = told.filter { $0.count < 100 }.sorted()
            if day == 2 { #expect(known == names) }
            if day > 4 { #expect(known == kept) }
            sizes.append(try ledger.facts().bytes)
        }
        #expect(sizes[13] - sizes[5] < 40 * 2_000, "\(sizes)")
        let ledger = try Ledger.open(newsroom.place)
        let unannounced = try ledger.unannouncedStories(since: time(0)).map(\.title)
        #expect(unannounced.sorted() == ["Dropped", "Held back", "Parked"])
        let records = try ledger.notifications(since: time(0))
        let sent = try records.flatMap(\.intent.stories).map { try ledger.story($0)?.title }
        #expect(sent == ["Announced", "Nobody knows", "Half of it"])
        #expect(try ledger.facts().stories == 9 + 14 * 40)
        // What did not go out after all is told with its words, whenever that is settled.
        let unknown = try #require(records.first { $0.intent.message == "Nobody knows" })
        _ = try ledger.resolve(unknown.id, wasSent: false, at: time(9 + 24 * 15))
        #expect(try ledger.pendingStories().map(\.content.title) == ["Nobody knows"])
        try ledger.check()
    }

    private func longTitle(_ day: Int, _ number: Int) -> String {
        "Archive \(day) \(number) " + String(repeating: "x", count: 2_000)
    }

    @Test("S23: what is in sixty feeds of 26 items stays known, however often they are read")
    func manyItemsStayKnown() throws {
        let newsroom = Newsroom()
        let feeds = (0..<60).map { place in
            (feed("feed-\(place)"), (0..<26).map { item(place * 100 + $0) })
        }
        for day in 0..<50 {
            // Now and then they come in another order, which makes each look at all of them.
            let read = feeds.map { ($0.0, day % 10 == 9 ? $0.1.reversed() : $0.1) }
            #expect(try newsroom.run(at: time(9 + 24 * day), read).isEmpty, "day \(day)")
        }
    }

    /// Feeds that change in every way, a hub that fails in every way: nothing goes out twice, and what may have gone out
    /// does not go out again.
    @Test(arguments: 1...6) func nothingGoesOutTwice(seed: UInt64) throws {
        var random = Random(state: seed)
        let newsroom = Newsroom()
        newsroom.rules.caps = seed.isMultiple(of: 2) ? [] : newsroom.rules.caps
        let feeds = [feed("post"), feed("herald"), feed("gazette", .politics)]
        var contents = feeds.map { _ in [item(0)] }
        var attempted: [String: Int] = [:]
        var made = 0
        for run in 0..<40 {
            let now = time(9, run * 5)
            for place in feeds.indices where run > 0 {
                for _ in 0..<random.below(3) {
                    made += 1
                    contents[place].insert(item(made, "Story number \(made) of this long day", at: now), at: 0)
                }
                change(&contents[place], &random, from: contents[random.below(feeds.count)])
            }
            let hub = [Newsroom.Hub.accepts, .accepts, .refuses, .answersNothing, .isKilled][random.below(5)]
            var read: [(Feed, [Item]?)] = []
            for place in feeds.indices where random.below(6) > 0 {
                read.append((feeds[place], random.below(4) == 0 ? nil : contents[place]))
            }
            try newsroom.run(at: now, read, hub: hub)
            let plan = try #require(newsroom.lastPlan)
            // A kill ends the run at its first bulletin.
            let sent = hub == .refuses ? [] : hub == .isKilled ? Array(plan.bulletins.prefix(1)) : plan.bulletins
            for story in sent.flatMap(\.stories) {
                attempted[key(plan.stories[story].content), default: 0] += 1
            }
        }
        #expect(attempted.count > 10)
        #expect(attempted.filter { $0.value > 1 }.isEmpty)
        try newsroom.read().check()
    }

    /// A story of the test is told by its number, which neither title nor link loses.
    private func key(_ content: StoryContent) -> String {
        String(content.title.filter(\.isNumber))
    }

    private func change(_ items: inout [Item], _ random: inout Random, from other: [Item]) {
        guard !items.isEmpty else { return }
        let place = random.below(items.count)
        switch random.below(8) {
        case 0: items[place].published = items[place].published?.advanced(bySeconds: 7_200)
        case 1: items[place].title += " again"
        case 2: items[place].id = "new-\(random.below(1_000_000))"
        case 3: items[place].link = (items[place].link ?? "") + "?utm_source=\(random.below(9))"
        case 4: items.shuffle(using: &random)
        case 5: items.remove(at: place)
        case 6: items.insert(other[0], at: 0)
        default: break
        }
        if items.count > 30 { items.removeLast(10) }
        if items.isEmpty { items = [item(0)] }
    }

    /// A generator with a seed, so that a failure can be played again.
    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) << 32 | (state &* 2_862_933_555_777_941_757 &+ 3_037_000_493) >> 32
        }

        mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    }
}
