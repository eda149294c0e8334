internal import Settings

/// `bulletin items`.
struct ItemsCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let named = try NamedFeeds(context)
        let failures = try failures(named)
        if failures == 0 { return .done }
        return failures == named.feeds.count ? .noFeedRead : .partlyDone
    }

    private func failures(_ named: NamedFeeds) throws(Failure) -> Int {
        if context.settings.text(.format) == "count" {
            var count = ItemsCount(context, feeds: named.feeds)
            return count.run()
        }
        var run = ItemsRun(context, named)
        return try run.run()
    }
}
