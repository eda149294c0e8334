import TestSupport
import Testing

/// Words split at blanks.
func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
}

@Suite struct CommandLineTests {
    @Test(arguments: [
        ("", 64, "bulletin: no command; 'bulletin help' lists them\n"),
        ("itmes", 64, "bulletin: unknown command \"itmes\"; did you mean items?\n"),
        ("items --formt json", 64, "bulletin: unknown option --formt; did you mean --format?\n"),
        ("items", 64, "bulletin: items needs a FEED: a file or an address\n"),
        ("items x --config /nowhere/c.json", 78, "bulletin: /nowhere/c.json: No such file or directory\n"),
        ("emulator --port 70000", 64, "bulletin: --port: \"70000\" is not a whole number from 0 to 65535\n"),
    ])
    func mistakesEndWithOneLineAndTheirCode(line: String, code: Int32, errors: String) async throws {
        let outcome = try await Program().run(words(line))
        #expect(outcome.code == code)
        #expect(outcome.errorText == errors)
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [
        "--version", "--help", "help items", "items --help", "help emulator", "help help", "help broadcast",
        "broadcast --help", "help send", "help history", "help cancel", "help devices", "help resolve", "help pause",
        "help resume", "help drop", "help classify", "help check", "help config", "help schedule", "help completions",
        "help backend", "check --help",
    ])
    func helpIsWhatWasRecorded(line: String) async throws {
        let outcome = try await Program(environment: ["COLUMNS": "80"]).run(words(line))
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        let name = line.filter { $0 != "-" }.map { $0 == " " ? "-" : $0 }
        #expect(Snapshots().difference(String(name) + ".txt", outcome.outputText) == nil)
    }

    @Test func aReaderThatGoesAwayIsNoFailureAndAFullDiskIsOne() async throws {
        let shell = Program(at: "/bin/sh", environment: ["B": Program().path])
        let closed = try await shell.run(["-c", "(\"$B\" help items; echo $? >&2) | true"])
        #expect(closed.errorText == "0\n")
        let fullPlaces = [
            (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"), (">out", "File too large"),
        ]
        try await withTemporaryFolder { folder in
            for (place, reason) in fullPlaces {
                let line = "cd \(folder.path); ulimit -f 0; \"$B\" help items \(place)"
                let full = try await shell.run(["-c", line])
                #expect(full.code == 74, "\(place)")
                #expect(full.errorText == "bulletin: cannot write the output: \(reason)\n")
            }
            // A stream that is closed from the start: its number must not pass to a file, or the log would be written there.
            try folder.write("a.xml", "<rss><channel><item><title>Sea ice</title></item></channel></rss>")
            for closed in [">out 2>&-", "<&- >out 2>&-", "<&- >&- 2>&-"] {
                let run = "\"$B\" broadcast --hub local --ledger l.db --feeds a.xml -v \(closed)"
                let outcome = try await shell.run(["-c", "cd \(folder.path); \(run); ls l.db; grep -l bulletin: *"])
                #expect(outcome.outputText == "l.db\n", "\(closed)")
            }
        }
    }
}
