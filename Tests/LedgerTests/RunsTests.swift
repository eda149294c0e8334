import Ledger
import News
import Stories
import Testing

/// Several runs on one ledger, as cron starts them.
struct RunsTests {
    @Test func firstSightIsSilentAndNewsGoOutOnce() throws {
        let newsroom = Newsroom()
        let feed = feed("post")
        let old = [item(1, at: time(8)), item(2, at: time(8, 30))]
        #expect(try newsroom.run(at: time(9), [(feed, old)]).isEmpty)
        #expect(newsroom.lastPlan?.feeds[0].notes == [.adopted(items: 2)])
        #expect(newsroom.mapped.isEmpty)

        let new = item(3, "Fire at the old grain silo", at: time(9, 2))
        #expect(try newsroom.run(at: time(9, 5), [(feed, [new] + old)]) == [.world: ["Fire at the old grain silo"]])
        #expect(newsroom.mapped == ["Fire at the old grain silo"])
        #expect(try newsroom.run(at: time(9, 10), [(feed, [new] + old)]).isEmpty)
        #expect(try newsroom.run(at: time(9, 15), [(feed, nil)]).isEmpty)
        // Gone for a fetch and back, moved to https, re-dated: still known.
        #expect(try newsroom.run(at: time(9, 20), [(feed, [])]).isEmpty)
        let redated = item(
            3, "Fire at the old grain silo", at: time(9, 22), link: "http://www.news.example/3/?utm_source=x")
        #expect(try newsroom.run(at: time(9, 25), [(feed, [redated] + old)]).isEmpty)
        #expect(newsroom.mapped.count == 1)
    }

    /// S25.
    @Test func whatWasSurelyNotSentStaysPendingWhileFresh() throws {
        let newsroom = Newsroom()
        let feed = feed("post")
        try newsroom.run(at: time(9), [(feed, [item(1, at: time(8))])])
        let items = [item(2, at: time(9, 1)), item(1, at: time(8))]
        #expect(try newsroom.run(at: time(9, 5), [(feed, items)], hub: .refuses).isEmpty)
        // The next run sends it, although the feed only says that nothing changed.
        #expect(try newsroom.run(at: time(9, 10), [(feed, nil)]).count == 1)
        #expect(try newsroom.run(at: time(9, 15), [(feed, nil)]).isEmpty)
        let records = try newsroom.read().notifications(since: time(0))
        #expect(records.map(\.outcome) == [.notSent(reason: "503"), .accepted(hubID: "1")])

        let more = [item(3, at: time(10))] + items
        #expect(try newsroom.run(at: time(10, 1), [(feed, more)], hub: .refuses).isEmpty)
        #expect(try newsroom.run(at: time(16, 1), [(feed, more)]).isEmpty)
        #expect(try newsroom.read().pendingStories().isEmpty)
    }

    @Test(arguments: [Newsroom.Hub.answersNothing, .isKilled])
    func whatMayHaveBeenSentIsNeverSentAgainByItself(hub: Newsroom.Hub) throws {
        let newsroom = Newsroom()
        let feed = feed("post")
        try newsroom.run(at: time(9), [(feed, [item(1, at: time(8))])])
        let items = [item(2, at: time(9, 1)), item(1, at: time(8))]
        try newsroom.run(at: time(9, 5), [(feed, items)], hub: hub)
        #expect(try newsroom.run(at: time(9, 10), [(feed, items)]).isEmpty)
        #expect(newsroom.becameUnknown == (hub == .isKilled ? 1 : 0))
        #expect(try newsroom.run(at: time(9, 15), [(feed, nil)]).isEmpty)
        #expect(newsroom.becameUnknown == 0)
        // What may have rung counts for the caps.
        #expect(try newsroom.read().recentBulletins(since: time(9)).count == 1)

        // An editor looked at a phone: it did not arrive.
        let ledger = try Ledger.open(newsroom.place)
        let unknown = try #require(try ledger.notifications(since: time(9)).first)
        guard case .unknown = unknown.outcome else {
            Issue.record("\(unknown)")
            return
        }
        try ledger.settle(unknown.id, .notSent(reason: "resolved by hand"), at: time(9, 20))
        #expect(try newsroom.run(at: time(9, 25), [(feed, nil)]).count == 1)
        // Once accepted, nothing makes it unaccepted.
        let accepted = try #require(try ledger.notifications(since: time(9)).last)
        try ledger.settle(accepted.id, .notSent(reason: "by mistake"), at: time(9, 26))
        #expect(try newsroom.run(at: time(9, 30), [(feed, nil)]).isEmpty)
    }

    @Test func storiesOverACapWaitAndGoOutTogetherWhileFresh() throws {
        let newsroom = Newsroom()
        let feed = feed("arena", .sports)
        var items = [item(0, at: time(8))]
        try newsroom.run(at: time(9), [(feed, items)])
        var bulletins: [[String]] = []
        for number in 1...12 {
            let now = time(9, 5 * number)
            items.insert(item(number, "Result of match \(number) in the arena", at: now), at: 0)
            if let sent = try newsroom.run(at: now, [(feed, items)])[.sports] { bulletins.append(sent) }
        }
        #expect(bulletins.map(\.count) == [1, 1])
        #expect(try newsroom.read().pendingStories().map(\.state) == Array(repeating: .waiting, count: 10))
        #expect(try newsroom.run(at: time(10, 5), [(feed, nil)])[.sports]?.count == 10)
        #expect(try newsroom.run(at: time(10, 10), [(feed, nil)]).isEmpty)
    }

    /// S83.
    @Test func aWaitingStoryFollowsItsHeadlineAndItsFeed() throws {
        let newsroom = Newsroom()
        let feed = feed("post")
        let old = item(1, at: time(8))
        try newsroom.run(at: time(9), [(feed, [old])])
        try newsroom.run(
            at: time(9, 5), [(feed, [item(2, "First words on the storm", at: time(9, 4)), old])], hub: .refuses)
        let retitled = item(2, "Storm takes the roof off the market hall", at: time(9, 4))
        try newsroom.run(at: time(9, 10), [(feed, [retitled, old])], hub: .refuses)
        // Taken back while older items stayed: withdrawn; back again: news, with the newest headline.
        #expect(try newsroom.run(at: time(9, 15), [(feed, [old])]).isEmpty)
        #expect(newsroom.lastPlan?.withdrawn.count == 1)
        #expect(try newsroom.run(at: time(9, 20), [(feed, [old])]).isEmpty)
        #expect(newsroom.lastPlan?.withdrawn.isEmpty == true)
        #expect(try newsroom.run(at: time(9, 25), [(feed, [retitled, old])]) == [.world: [retitled.title]])
    }

    /// S78.
    @Test func theLeadIsWhatMostFeedsCarryThenTheNewest() throws {
        let newsroom = Newsroom()
        let (post, herald) = (feed("post"), feed("herald"))
        let old = item(0, at: time(7))
        try newsroom.run(at: time(9), [(post, [old]), (herald, [item(100, at: time(7))])])
        let stories = (1...8).map { item($0, at: time(9, $0)) }
        let sent = try newsroom.run(at: time(9, 10), [(post, stories + [old]), (herald, [item(3, at: time(9)), old])])
        #expect(sent[.world] == [3, 8, 7, 6, 5, 4, 2, 1].map { "Report number \($0) from the harbour" })
        #expect(newsroom.lastPlan?.bulletins.count == 1)
    }

    @Test func claimsKeepTwoSendersApart() throws {
        let newsroom = Newsroom()
        let feed = feed("post")
        try newsroom.run(at: time(9), [(feed, [item(1, at: time(8))])])
        try newsroom.run(at: time(9, 5), [(feed, [item(2, at: time(9)), item(1, at: time(8))])], hub: .refuses)
        let ledger = try Ledger.open(newsroom.place)
        let story = try #require(try ledger.pendingStories().first?.id)
        let byHand = NotificationIntent(
            origin: .send, categories: [.world], target: "World", message: "By hand", stories: [story], at: time(9, 6))
        guard case .recorded(let id) = try ledger.intend(byHand) else {
            Issue.record("a pending story can be claimed")
            return
        }
        #expect(try ledger.intend(byHand) == .taken([story]))
        #expect(try ledger.intend(byHand, unlessRepeatedWithin: 60) == .repeated(at: time(9, 6)))
        #expect(try newsroom.run(at: time(9, 7), [(feed, nil)]).isEmpty, "it is under way by hand")
        #expect(newsroom.lastPlan?.bulletins == [])
        try ledger.settle(id, .accepted(hubID: nil), at: time(9, 8))
        // A decision that a hand send overtook is not taken in.
        for isOvertaken in [true, false] {
            _ = try ledger.known([])
            if isOvertaken {
                // Nor is the story of an article that another hand send made known meanwhile.
                let message = NotificationIntent(
                    origin: .send, categories: [.sports], target: "Sports", message: "Cup", stories: [], at: time(9, 9))
                let article = UntoldArticle(
                    item: item(7, at: time(9)), identities: ItemIdentities(of: item(7, at: time(9)), scope: ""))
                let stories = try ledger.facts().stories
                let other = try Ledger.open(newsroom.place)
                guard case .recorded(let id) = try other.intend(message, telling: article) else {
                    Issue.record("an article that nobody told can be sent")
                    return
                }
                #expect(try other.notification(id)?.intent.stories.count == 1)
                #expect(try ledger.intend(message, telling: article) == .overtaken)
                // What is not recorded makes no story.
                #expect(
                    try other.intend(message, telling: article, unlessRepeatedWithin: 60) == .repeated(at: time(9, 9)))
                var late = message
                late.stories = [story]
                #expect(try other.intend(late, telling: article) == .taken([story]))
                #expect(try other.facts().stories == stories + 1)
                try other.settle(id, .notSent(reason: "503"), at: time(9, 9))
                _ = try ledger.known([])
                guard case .recorded(let next) = try other.intend(message, telling: article) else { return }
                try other.settle(next, .notSent(reason: "503"), at: time(9, 9))
            }
            #expect(try (ledger.takeIn(Plan(now: time(9, 9)), visits: []) == nil) == isOvertaken)
        }
        #expect(try newsroom.run(at: time(9, 10), [(feed, nil)]).isEmpty)
        #expect(try ledger.recentBulletins(since: time(9)) == [RecentBulletin(category: .world, at: time(9, 6))])
    }
}
