import Glibc
import News
import TestSupport
import Testing

/// Help beyond its words: the page, the completions, and examples that do what they say.
@Suite struct HelpTests {
    /// What is typed, and what the shell may offer; in bash the whole of it, in the others candidates that the shell narrows.
    private static let completions: [(typed: String, offers: [String])] = [
        ("ch", ["check"]), ("check --fo", ["--format"]), ("check --format j", ["json"]), ("check --format=j", ["json"]),
        ("--config x --hub l", ["local"]), ("send Wor", ["World"]), ("send World,Spo", ["World,Sports"]),
        ("broadcast --category Wo", ["World"]), ("-v resolve 12 u", ["unsent"]), ("schedule systemd t", ["timer"]),
        ("help dev", ["devices"]), ("completions b", ["bash"]), ("pause Wo", ["World"]),
        ("items some th", ["thing.xml"]), ("broadcast --feeds th", ["thing.xml"]), ("send World th", []),
    ]

    @Test func shellsComplete() async throws {
        try await withTemporaryFolder { folder in
            try folder.write("thing.xml", "")
            for shell in ["bash", "zsh", "fish"] {
                guard let path = ["/usr/bin/", "/bin/"].map({ $0 + shell }).first(where: { access($0, X_OK) == 0 })
                else {
                    print("not tried: there is no \(shell)")
                    continue
                }
                let script = try await Program().run(["completions", shell])
                #expect(script.code == 0 && script.errors.isEmpty)
                try folder.write("completions", script.output)
                let program = Program(
                    at: path, environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
                    workingFolder: folder.path)
                for (typed, offers) in Self.completions {
                    let outcome = try await program.run(try lines(shell, typed))
                    let found = outcome.outputText.split(separator: "\n").map { $0.prefix { $0 != "\t" } }.map(
                        String.init)
                    #expect(outcome.errors.isEmpty, "\(shell): \(outcome.errorText)")
                    // What stands before a comma, or an equals sign, belongs to the word for fish, and does not for zsh.
                    let wanted = offers.map { offer in
                        shell == "zsh"
                            ? String(offer.split(separator: ",").last ?? "")
                            : shell == "fish" && typed.contains("=") ? "--format=\(offer)" : offer
                    }
                    #expect(
                        shell == "zsh"
                            ? wanted.allSatisfy(found.contains) && (offers.isEmpty == found.isEmpty)
                            : found == wanted, "\(shell), \(typed): \(found)")
                }
            }
        }
    }

    /// How each shell is asked without a terminal. For zsh what its completion system does is done by functions of the
    /// same names, which print what they are given.
    private func lines(_ shell: String, _ typed: String) throws -> [String] {
        switch shell {
        case "fish": return ["--no-config", "-c", "source completions; complete -C 'bulletin \(typed)'"]
        case "bash":
            // bash takes words apart at the equals sign.
            let words = typed.replacing("=", with: " = ")
            return [
                "--norc", "-c",
                """
                source ./completions; COMP_WORDS=(bulletin \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _bulletin; (( ${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "${COMPREPLY[@]}"
                """,
            ]
        default:
            return [
                "-f", "-c",
                """
                compdef() { : }; compset() { : }; compadd() { print -rl -- "${@:2}" }; _files() { print -l thing.xml }
                _describe() { local line; for line in ${(P)@[-1]}; do print -r -- ${line%%:*}; done }
                source ./completions; words=(bulletin \(typed)); CURRENT=$#words; _bulletin
                """,
            ]
        }
    }

    /// What examples that speak of things that are not there end with.
    private static let codes: [(part: String, code: Int32)] = [
        ("resolve 12", 65), ("cancel 12", 65), ("drop 311", 65), ("--replaces 12", 65), ("--follow 12", 65),
    ]

    @Test func theManualPageIsSoundAndTheExamplesOfHelpDoWhatTheySay() async throws {
        let page = try await Program().run(words("help --man"))
        #expect(page.code == 0 && page.errors.isEmpty)
        let linters = [
            ("/usr/bin/mandoc", ["-T", "lint", "-W", "warning"]), ("/usr/bin/groff", ["-man", "-Kutf8", "-ww", "-z"]),
        ]
        for (path, arguments) in linters {
            guard access(path, X_OK) == 0 else {
                print("not tried: there is no \(path)")
                continue
            }
            let lint = try await Program(at: path, environment: ["PATH": "/usr/bin:/bin"]).run(
                arguments, input: page.output)
            #expect(
                lint.code == 0 && lint.output.isEmpty && lint.errors.isEmpty,
                "\(path): \(lint.outputText)\(lint.errorText)")
        }
        let overview = try await Program().run(["help"]).outputText
        let commands = section("Commands:", of: overview).compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(commands.count > 15)
        try await Desk.open { desk in
            let feeds = [(Category.world, "w.xml"), (.sports, "s.xml")]
            for (_, name) in feeds { try desk.write(name, "One", "Two") }
            try desk.writeList((.world, "w.xml"), (.sports, "s.xml"), named: "newsroom.opml")
            try desk.write("feed.xml", "Sea ice")
            try desk.folder.write("archive.jsonl", #"{"title": "Sea ice"}"#)
            try desk.folder.write("c.json", #"{"feeds": "newsroom.opml", "ledger": "l.db"}"#)
            let samples = Desk.samples.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
            try #require(symlink(samples.joined(separator: "/"), desk.folder.path("feeds")) == 0)
            var environment = desk.program.environment
            environment["BULLETIN_CONFIG"] = "c.json"
            let folder = desk.program.path.split(separator: "/").dropLast().joined(separator: "/")
            environment["PATH"] = "/\(folder):/usr/bin:/bin"
            let shell = Program(at: "/bin/bash", environment: environment, workingFolder: desk.folder.path)
            let token = Array(String(repeating: "ab12", count: 16).utf8)
            var count = 0
            for command in commands {
                let help = try await desk.run("help \(command)").outputText
                let examples = section("Examples:", of: help).filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
                #expect(!examples.isEmpty, "\(command) has no example")
                // Hubs and back ends listen until they are told to end.
                let listening = ["emulator", "backend", "curl -H"]
                for example in examples where !listening.contains(where: example.contains) {
                    let line = example.replacing("https://news.example/rss.xml", with: "feed.xml")
                        .replacing("2026-11-30T20:00:00+01:00", with: "2h")
                    // What examples hand their output to may not be here.
                    let others = [("| man ", "/usr/bin/man"), ("| jq ", "/usr/bin/jq")]
                    if others.contains(where: { line.contains($0) && access($1, X_OK) != 0 }) { continue }
                    let outcome = try await shell.run(["-c", line], input: token)
                    let code = Self.codes.first { line.contains($0.part) }?.code ?? 0
                    #expect(outcome.code == code, "\(line): \(outcome.errorText)\(outcome.outputText)")
                    count += 1
                }
            }
            #expect(count > 30)
        }
    }

    /// The lines below a heading of help.
    private func section(_ heading: String, of help: String) -> [String] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(of: heading) else { return [] }
        return Array(lines[(start + 1)...].prefix { !$0.isEmpty })
    }
}
