internal import Settings

/// `bulletin items`.
struct ItemsCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let feeds = try feedInputs(context.settings)
        let failures = try ItemsRun(context, feeds: feeds).run()
        if failures == 0 { return .done }
        return failures == feeds.count ? .noFeedRead : .partlyDone
    }
}
