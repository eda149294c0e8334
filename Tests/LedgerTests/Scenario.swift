import News
import Stories
import Testing

/// Runs one after another, and what each announces.
struct Scenario: Sendable, CustomTestStringConvertible {
    struct Step: Sendable {
        var now: Instant
        var feeds: [(Feed, [Item]?)]
        /// The headlines that go out, whatever their category, in any order.
        var announced: [String]
        var notes: [FeedNote]?
        var refused: Bool
        var isTruncated: Bool
        var adoptedByChange: Int
        var change: (@Sendable (inout DecidingRules) -> Void)?

        init(
            _ now: Instant, _ feeds: [(Feed, [Item]?)], announces announced: [String] = [], notes: [FeedNote]? = nil,
            refused: Bool = false, isTruncated: Bool = false, adoptsByChange: Int = 0,
            change: (@Sendable (inout DecidingRules) -> Void)? = nil
        ) {
            self.now = now
            self.feeds = feeds
            self.announced = announced
            self.notes = notes
            self.refused = refused
            self.isTruncated = isTruncated
            adoptedByChange = adoptsByChange
            self.change = change
        }
    }

    var testDescription: String
    var mappings: [String: [News.Category]]
    var steps: [Step]

    init(_ name: String, mappings: [String: [News.Category]] = [:], _ steps: [Step]) {
        testDescription = name
        self.mappings = mappings
        self.steps = steps
    }

    func play() throws {
        let newsroom = Newsroom()
        newsroom.mappings = mappings
        newsroom.rules.caps = []
        for (number, step) in steps.enumerated() {
            step.change?(&newsroom.rules)
            newsroom.documentsAreTruncated = step.isTruncated
            let preview = try newsroom.preview(at: step.now, step.feeds)
            let sent = try newsroom.run(at: step.now, step.feeds, hub: step.refused ? .refuses : .accepts)
            #expect(sent.values.flatMap { $0 }.sorted() == step.announced.sorted(), "run \(number + 1)")
            #expect(preview.bulletins == newsroom.lastPlan?.bulletins, "the preview of run \(number + 1)")
            #expect(newsroom.lastPlan?.adoptedByChange.count == step.adoptedByChange, "run \(number + 1)")
            if let notes = step.notes {
                #expect(newsroom.lastPlan?.feeds.flatMap(\.notes) == notes, "run \(number + 1)")
            }
        }
    }
}
