internal import JSON
internal import Settings
internal import Terminal

/// `bulletin classify`.
struct ClassifyCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let mapping = ItemMapping(mapper: context.settings.mapper, withWords: true)
        var scores = ClassifyScores()
        var failures = 0
        var lines = LineSource(descriptor: 0)
        while let line = try lines.next() {
            guard context.output.state != .closed else { break }
            do {
                let row = try ClassifyRow(line)
                let decision = mapping.decide(row.item, in: row.sections)
                if let label = row.label { scores.count(decision, label) }
                context.output.writeLine(JSONValue.object(decision.json()).text())
            } catch {
                failures += 1
                context.output.writeLine(JSONValue.object(JSONObject([("error", .string(error.reason))])).text())
                context.log.write(.error, "line \(lines.number): \(error.reason)")
            }
        }
        for line in scores.lines { context.errors.writeLine(line) }
        return failures == 0 ? .done : .partlyDone
    }
}
