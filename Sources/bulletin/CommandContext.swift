internal import Glibc
internal import News
internal import Settings
internal import Terminal

/// What every command works with.
struct CommandContext {
    let settings: ResolvedSettings
    let output: Output
    let errors: Output
    /// The screen behind standard output.
    let facts: TerminalFacts
    let log: Log
    /// Somebody sees the lines while they are written.
    let isWatched: Bool
    let progress: Progress

    init(
        _ command: ParsedCommand, _ streams: Streams, _ surroundings: Surroundings
    ) throws(Failure) {
        do {
            settings = try ResolvedSettings(command, surroundings)
        } catch {
            throw Failure(error)
        }
        output = streams.output
        errors = streams.errors
        facts = TerminalFacts(descriptor: output.descriptor, variable: surroundings.variable)
        log = Log(
            errors, form: settings.logFormat == .json ? .json : .text,
            limit: LogLevel(verbosity: settings.verbosity), clock: { .now })
        let screen = TerminalFacts(descriptor: errors.descriptor, variable: surroundings.variable)
        isWatched = screen.isTerminal
        progress = Progress(errors, screen)
    }

    /// The time to work with: `--now`, else the clock.
    var now: Instant { settings.now ?? .now }
}

extension Instant {
    /// The system's clock.
    static var now: Instant { Instant(secondsSince1970: Int64(time(nil))) }
}
