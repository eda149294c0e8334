import Glibc
import News
import TestSupport
import Testing

@testable import Terminal

@Suite struct OutputTests {
    @Test(
        arguments: [
            (RunEvent.warning("a\u{1b}[31mb\nc"), -1, ""),
            (.warning("a\u{1b}[31mb\nc"), 0, "bulletin: a[31mb c\n"),
            (
                .warning("'Endpoint=sb://x/;sharedAccessKey=c2VjcmV0;EntityPath=h' sr=x&sig=c2Vj%3d&se=1"), 0,
                "bulletin: 'Endpoint=sb://x/;sharedAccessKey=<hidden>;EntityPath=h' sr=x&sig=<hidden>&se=1\n"
            ),
            (.feedRead(feed: feed, items: 1, truncated: true), 0, ""),
            (.feedRead(feed: feed, items: 1, truncated: true), 1, "bulletin: The Herald: 1 item, cut off\n"),
            (.feedFailed(feed: feed, reason: "The Herald: no", isDue: true), 0, "bulletin: The Herald: no\n"),
            (.feedFailed(feed: feed, reason: "The Herald: no", isDue: false), 0, ""),
            (.notSent(category: .sports, reason: "401"), -1, "bulletin: Sports: not sent: 401\n"),
            (.notSent(category: .sports, reason: "401", isDue: false), 0, ""),
            (
                .sent(category: .sports, message: "Goal", stories: 2, notificationID: "n1", number: 12), 1,
                "bulletin: Sports: sent 2 stories as notification 12: Goal (n1)\n"
            ),
            (.trouble("x", isDue: false), 0, ""),
            (.troubleOver("x again", since: Instant(secondsSince1970: 0)), 0, "bulletin: x again\n"),
            (.runEnded(run: 7, exitCode: 3, seconds: 0.256), 1, "bulletin: run 7 ends with exit code 3 after 0.26 s\n"),
            (
                .outcomeUnknown(category: .sports, reason: "502", number: 12), nil,
                """
                {"time":"1970-01-01T00:00:00Z","level":"error","run":7,"event":"outcome_unknown",\
                "message":"Sports: nobody knows whether it was sent: 502","category":"Sports","reason":"502",\
                "notification":12}

                """
            ),
            (.sending(category: .sports, message: "Goal"), 1, ""),
            (
                .feedFailed(feed: feed, reason: "The Herald: no", isDue: true), nil,
                """
                {"time":"1970-01-01T00:00:00Z","level":"warning","run":7,"event":"feed_failed",\
                "message":"The Herald: no","feed":"https://news.example/rss","reason":"The Herald: no"}

                """
            ),
        ] as [(RunEvent, Int?, String)])
    func linesSayWhatHappened(event: RunEvent, verbosity: Int?, text: String) async throws {
        try await #expect(logged(verbosity == nil ? .json : .text, verbosity ?? 2) { $0.write(event) } == text)
    }

    @Test func progressIsDrawnOnlyOnATerminal() async throws {
        for (isTerminal, drawn) in [(false, ""), (true, "\r\u{1b}[Kreading f…\r\u{1b}[K")] {
            let facts = TerminalFacts(isTerminal: isTerminal, columns: 11, usesStyle: false)
            let text = try await written { output in
                let progress = Progress(output, facts)
                progress.show("reading feeds", done: 1, of: 2)
                progress.clear()
                progress.clear()
            }
            #expect(text == drawn)
        }
    }
}

private let feed = Feed(location: .address("https://me:pw@news.example/rss"), title: "The Herald")

private func logged(_ form: Log.Form, _ verbosity: Int, _ body: (Log) -> Void) async throws -> String {
    try await written { output in
        var log = Log(
            output, form: form, limit: LogLevel(verbosity: verbosity), clock: { Instant(secondsSince1970: 0) })
        log.run = 7
        body(log)
    }
}

/// What `body` writes, through a file.
private func written(_ body: (Output) -> Void) async throws -> String {
    try await withTemporaryFolder { folder in
        let descriptor = open(folder.path("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let output = Output(descriptor: descriptor, capacity: 0)
        body(output)
        close(descriptor)
        return String(decoding: folder.read("out") ?? [], as: UTF8.self)
    }
}
