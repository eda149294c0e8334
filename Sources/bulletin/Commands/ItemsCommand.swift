internal import News
internal import Settings

/// `bulletin items`.
struct ItemsCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let feeds = try namedFeeds(context.settings)
        let failures = try failures(feeds)
        if failures == 0 { return .done }
        return failures == feeds.count ? .noFeedRead : .partlyDone
    }

    private func failures(_ feeds: [Feed]) throws(Failure) -> Int {
        if context.settings.text(.format) == "count" {
            var count = ItemsCount(context, feeds: feeds)
            return count.run()
        }
        var run = ItemsRun(context, feeds: feeds)
        return try run.run()
    }
}
