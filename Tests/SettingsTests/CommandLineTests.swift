import News
import Testing

@testable import Settings

private let commands = [
    CommandTable.broadcast, CommandTable.send, CommandTable.history, CommandTable.pause, CommandTable.items,
    CommandTable.emulator, CommandTable.help, CommandTable.config, CommandTable.completions,
]

/// Words split at blanks; `_` stands for a blank within a word.
private func words(_ line: String) -> [String] {
    line.split(separator: " ").map { String($0.map { $0 == "_" ? " " : $0 }) }
}

@Suite struct CommandLineTests {
    @Test(arguments: [
        ("", "no command; 'bulletin help' lists them"),
        ("brodcast", #"unknown command "brodcast"; did you mean broadcast?"#),
        ("help brodcast", #"unknown command "brodcast"; did you mean broadcast?"#),
        ("xyzzy", #"unknown command "xyzzy"; 'bulletin help' lists them"#),
        ("broadcast --feed x", "unknown option --feed; did you mean --feeds?"),
        ("broadcast --dryrun", "unknown option --dryrun; did you mean --dry-run?"),
        ("--dryrun", "unknown option --dryrun; did you mean --dry-run?"),
        ("broadcast --xyzzy=1", "unknown option --xyzzy"),
        ("send World -5", "unknown option -5 (after -- a word may begin with a dash)"),
        ("send World Hi --feeds x", "send has no option --feeds; it belongs to broadcast"),
        ("broadcast --port 1", "broadcast has no option --port; it belongs to emulator, backend"),
        ("broadcast --feeds", "--feeds needs a value: --feeds FILE|URL"),
        ("broadcast --feeds --dry-run", "--feeds needs a value: --feeds FILE|URL"),
        ("broadcast --ledger -n", "--ledger needs a value: --ledger FILE"),
        ("broadcast --dry-run=yes", "--dry-run takes no value"),
        ("broadcast --max-age 1h --max-age 2h", "--max-age is given more than once"),
        ("broadcast --max-age 6x", #"--max-age: "6x" is not a duration such as 45s, 30m, 6h or 2d"#),
        ("broadcast --max-age 6", #"--max-age: "6" is not a duration such as 45s, 30m, 6h or 2d"#),
        ("broadcast --announce-first=-1", #"--announce-first: "-1" is not a whole number from 1 to 1000"#),
        (
            "broadcast --category Sport",
            #"--category: "Sport" is not a category (World, Politics, Business, Technology, Science, Sports); "#
                + "did you mean Sports?"
        ),
        ("items x --format jsn", #"--format: "jsn" is not one of text, json, count; did you mean json?"#),
        ("items x --base-url ftp://x", #"--base-url: "ftp://x" is not an http or https address"#),
        ("broadcast --property link", #"--property: "link" has no '=' between a name and its value"#),
        ("broadcast --ledger=", #"--ledger: "" is empty"#),
        (
            "send World x --param messageParam=y",
            #"--param: "messageParam=y" names the message itself, which the message template words and no property "#
                + "replaces"
        ),
        (
            "broadcast --property MESSAGEPARAM=x",
            #"--property: "MESSAGEPARAM=x" names the message itself, which the message template words and no property "#
                + "replaces"
        ),
        ("broadcast --message-template=", #"--message-template: "" is an empty message: phones would show a blank"#),
        (
            "broadcast --message-template Sports=_",
            #"--message-template: "Sports= " is an empty message: phones would show a blank"#
        ),
        (
            "broadcast --message-template Sprots=Goal:_{headline}",
            #"--message-template: "Sprots=Goal: {headline}" begins with no category (World, Politics, Business, "#
                + "Technology, Science, Sports, default); did you mean Sports?"
        ),
        (
            "send World x --message-template Goal={headline}",
            #"--message-template: "Goal={headline}" begins with no category (World, Politics, Business, Technology, "#
                + "Science, Sports, default)"
        ),
        ("send World x --format json", "--format shows a preview: it needs --dry-run"),
        ("broadcast --format=curl", "--format shows a preview: it needs --dry-run"),
        ("send --tags A x --message-template B", "--tags and --message-template exclude each other"),
        ("send --everyone x --message-template B", "--everyone and --message-template exclude each other"),
        ("items x --format", "--format needs a value: --format text|json|count"),
        ("emulator --format", "--format needs a value: --format text|json"),
        (
            "broadcast --feeds ftp://news.example/rss",
            #"--feeds: "ftp://news.example/rss" cannot be fetched: addresses begin with http:// or https://, files are "#
                + "named by their paths"
        ),
        (
            "history --since soon",
            #"--since: "soon" is neither a time with a zone, such as 2026-11-30T10:00:00+01:00, nor a duration such as 2h"#
        ),
        ("pause World Sports", #"pause: unexpected "Sports"; see 'bulletin help pause'"#),
        ("broadcast extra", #"broadcast: unexpected "extra"; see 'bulletin help broadcast'"#),
        ("send", "send needs a CATEGORY and a MESSAGE (in quotes)"),
        ("broadcast --adopt --announce-first 3", "--adopt and --announce-first exclude each other"),
        (
            #"broadcast --quiet-hours {"zone":"UTC","from":"9"}"#,
            #"--quiet-hours: from: "9" is not a time of day such as 22:00"#
        ),
        (#"broadcast --caps [{"bulletins":0}]"#, #"--caps: [0].bulletins: "0" is not a whole number from 1 to 1000"#),
        (
            #"broadcast --breaking {"World":{}"#,
            #"--breaking: "{"World":{}" is not JSON: '}' expected near end of file"#
        ),
        ("items x -q -v", "--quiet and --verbose exclude each other"),
        ("broadcast --nw \u{1b}[31m", "unknown option --nw; did you mean --now?"),
    ])
    func mistakesAreNamed(line: String, message: String) {
        let error = #expect(throws: UsageError.self) { try Request(words(line), commands: commands) }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        ("broadcast", "broadcast [] []"),
        (
            "broadcast -nvv --category=World,sports --category Science",
            "broadcast [category=World+Sports,Science dry-run=true verbose=true,true] []"
        ),
        ("-v --config c.json items a b", "items [config=c.json verbose=true] [a b]"),
        ("items -- --odd -x", "items [] [--odd -x]"),
        ("items --content-type - --base-url - x", "items [base-url=- content-type=-] [x]"),
        ("items --base-url=https://news.example/?a=b x", "items [base-url=https://news.example/?a=b] [x]"),
        ("broadcast --max-age 1h30m --max-feed-size 500kB", "broadcast [max-age=5400s max-feed-size=500000B] []"),
        ("broadcast --now 2026-11-30T10:00:00+01:00", "broadcast [now=2026-11-30T09:00:00Z] []"),
        ("broadcast --property url={link} --property a=", "broadcast [property=url:{link},a:] []"),
        (
            "broadcast --message-template world=A=b --message-template default=C=d --message-template C_1=d",
            "broadcast [message-template=World:A=b,default:C=d,default:C 1=d] []"
        ),
        ("send World -- -5_degrees", "send [] [World -5 degrees]"),
        ("history --since 7d", "history [since=604800s] []"),
        ("pause World,Sports --until 2026-11-30T10:00:00+01:00", "pause [until=2026-11-30T09:00:00Z] [World,Sports]"),
        ("send World - --replaces 12", "send [replaces=12] [World -]"),
        (
            #"broadcast --caps [] --breaking {"World":{},} --quiet-hours {"zone":"UTC","from":"22:00","to":"6:30"}"#,
            "broadcast [breaking={} caps={} quiet-hours=1320-390] []"
        ),
        ("broadcast -n -n", "broadcast [dry-run=true,true] []"),
        ("items x --format json", "items [format=json] [x]"),
        ("send World x --format text", "send [format=text] [World x]"),
        // Help and version win over mistakes.
        ("--help", "help - short"), ("help", "help - long"), ("help --man", "manual"),
        ("completions fish", "completions fish"),
        ("config --print-default", "example"), ("config --max-age 2h", "config [max-age=7200s] []"),
        ("help items", "help items long"),
        ("items --bogus -h", "help items short"), ("items --feeds --help", "help items short"),
        ("help --help", "help help short"), ("--version", "version"), ("items --version", "version"),
    ])
    func linesAreRead(line: String, reading: String) throws {
        #expect(try shown(Request(words(line), commands: commands)) == reading)
    }

    @Test(arguments: [
        ("send World,Sports Hello", "categories World Sports: Hello"),
        ("send Sports,Politics,World Hello", "categories World Politics Sports: Hello"),
        ("send World one\r\ntwo\rthree\tfour\n", "categories World: one\ntwo\nthree four\n"),
        (
            "send World \u{1B}[31mred",
            "the message holds the control character U+001B, which phones cannot show"
        ),
        ("send World a\u{85}b", "the message holds the control character U+0085, which phones cannot show"),
        ("send World caf\u{FFFD}", "the message holds bytes that are not UTF-8, or U+FFFD for them"),
        ("send --tags A&&!B Hello", "tags A&&!B: Hello"),
        ("send --everyone Hello", "everyone: Hello"),
        ("send World", "send needs a MESSAGE after the category (in quotes)"),
        (
            "send Hello",
            "send needs a CATEGORY before the message: one or more of World, Politics, Business, Technology, Science, "
                + "Sports"
        ),
        ("send World _", "\" \" is an empty message"),
        (
            "send --everyone World Hello",
            "with --everyone send takes one operand, the MESSAGE; the target is given already"
        ),
        ("send --user anna Hello", "user anna: Hello"),
        (
            "send Wrold Hello",
            #""Wrold" is not a category (World, Politics, Business, Technology, Science, Sports); did you mean World?"#
        ),
    ])
    func sendHasOneTargetAndOneMessage(line: String, reading: String) throws {
        guard case .run(let command) = try Request(words(line), commands: commands) else { return }
        do {
            let arguments = try SendArguments(command)
            let target =
                switch arguments.target {
                case .categories(let list): "categories " + list.map(\.rawValue).joined(separator: " ")
                case .tags(let expression): "tags \(expression)"
                case .user(let name): "user \(name)"
                case .everyone: "everyone"
                }
            #expect("\(target): \(arguments.message)" == reading)
        } catch {
            #expect(error.message == reading)
        }
    }

    @Test(arguments: [
        [
            "broadcast", "--hub",
            "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=a;SharedAccessKey=c2VjcmV0",
        ],
        ["broadcast", "Endpoint=sb://x/;SharedAccessKey=c2VjcmV0"],
        ["Endpoint=sb://x/;SharedAccessKey=c2VjcmV0"],
        ["broadcast", "--Endpoint=sb://x/;SharedAccessKey=c2VjcmV0"],
        ["broadcast", "-SharedAccessKey=c2VjcmV0"],
        ["items", "--format", "SharedAccessSignature sr=x&sig=c2VjcmV0"],
        ["broadcast", "--hub-file", "Endpoint=sb://x/;SharedAccessKey=c2VjcmV0"],
        ["broadcast", "https://desk:c2VjcmV0@news.example/"],
        ["broadcast", "--ping", "htps://hc.example/c2VjcmV0"],
    ])
    func errorsHoldNoSecret(arguments: [String]) {
        let error = #expect(throws: UsageError.self) { try Request(arguments, commands: commands) }
        #expect(error?.message.contains("c2VjcmV0") == false)
    }

    @Test func theTableIsSound() {
        for command in CommandName.allCases {
            let rows = OptionTable.rows(for: command)
            #expect(Set(rows.map(\.name)).count == rows.count, "\(command) has an option twice")
        }
        #expect(Set(OptionTable.all.map(\.name)) == Set(OptionName.allCases))
        let keys = OptionTable.configurable.compactMap(\.key)
        #expect(Set(keys).count == keys.count)
        for row in OptionTable.all {
            let first = OptionTable.anyRow(named: row.name.rawValue)
            #expect(first?.kind.takesValue == row.kind.takesValue, "\(row.typed) must be split alike in all commands")
            #expect(row.summary.count <= 64 && !row.summary.hasSuffix("."), "\(row.typed): summary")
            if case .value(let text) = row.fallback {
                #expect(throws: Never.self, "\(row.typed): default") { try row.kind.value(from: text) }
            }
        }
    }

    @Test(arguments: [
        ("", nil), ("tech", "Technology"), ("Buisness", "Business"), ("SPORT", "Sports"), ("po", nil),
        ("Weather", nil), ("wordl", "World"), (String(repeating: "x", count: 100_000), nil),
    ])
    func nearNamesAreFound(typed: String, name: String?) {
        #expect(nearest(to: typed, among: Category.allCases.map(\.rawValue)) == name)
    }
}

private func shown(_ request: Request) -> String {
    switch request {
    case .help(let name, let isLong): "help \(name?.rawValue ?? "-") \(isLong ? "long" : "short")"
    case .manual: "manual"
    case .completions(let shell): "completions \(shell.rawValue)"
    case .exampleConfiguration: "example"
    case .version: "version"
    case .run(let command): shown(command)
    }
}

private func shown(_ command: ParsedCommand) -> String {
    let options = command.options.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, values in
        "\(name.rawValue)=\(values.map(shown).joined(separator: ","))"
    }
    let operands = command.operands.map(\.text).joined(separator: " ")
    return "\(command.name.rawValue) [\(options.joined(separator: " "))] [\(operands)]"
}

private func shown(_ value: SettingValue) -> String {
    switch value {
    case .flag(let truth): "\(truth)"
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .seconds(let length): "\(length)s"
    case .bytes(let size): "\(size)B"
    case .instant(let instant): instant.description
    case .categories(let list): list.map(\.rawValue).joined(separator: "+")
    case .assignment(let name, let value): "\(name):\(value)"
    case .quiet(let hours): "\(hours.from)-\(hours.to)"
    case .caps, .breaking, .rules, .feedSettings, .listsByUser: "{}"
    case .languages(let tags): tags.map(\.text).joined(separator: "+")
    }
}
