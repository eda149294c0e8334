/// The commands that the program offers, in the order in which help lists them.
public enum CommandTable {
    /// Every row.
    public static let all: [CommandDefinition] = [
        broadcast, send, history, resolve, cancel, pause, resume, drop, devices, items, classify, check, config,
        schedule,
        emulator, backend, completions, help,
    ]

    /// The row of that name.
    public static func row(_ name: CommandName) -> CommandDefinition? {
        all.first { $0.name == name }
    }

    /// `broadcast`.
    public static let broadcast = CommandDefinition(
        .broadcast, summary: "read the feeds and send what is new",
        description: [
            """
            Reads the feeds, maps each new item to one of the six categories, makes one message for each category with \
            news and sends it, tagged with the category, to the notification hub. This is the command for cron: both \
            streams stay empty unless something needs a person.
            """,
            """
            What is in feeds that were never seen before is taken as known, and nothing is sent. What was announced is \
            never announced again.
            """,
            previewMembers,
        ],
        examples: [
            CommandExample(
                "See what would be sent, and why", "bulletin broadcast --feeds newsroom.opml --dry-run"),
            CommandExample(
                "Try it against a hub inside the program",
                "bulletin broadcast --feeds feeds/sample/newsroom.opml --hub local --announce-first 3"),
            CommandExample(
                "A page about it, for the browser",
                "bulletin broadcast --feeds newsroom.opml --dry-run --format html >preview.html"),
        ] + previewRecipes + [
            CommandExample("Only sports, with the story of the run", "bulletin broadcast --category Sports -v")
        ],
        exitCodes: ExitCode.allCases,
        signalWords: "signal n (2, 15, 1) came: nothing more was sent, what was left goes out with the next run")

    /// `send`.
    public static let send = CommandDefinition(
        .send,
        operands: OperandRule(
            "CATEGORY[,CATEGORY…] MESSAGE", count: 1...2, needed: "a CATEGORY and a MESSAGE (in quotes)"),
        summary: "send one message to a category by hand",
        description: [
            """
            MESSAGE fills the category's message template as the headline, or goes out as typed with --as-is. Several \
            categories are joined in one request. With --link the story behind the message counts as announced. With - \
            the message is read from standard input. Line feeds are kept, a tab becomes a blank, other control characters \
            are refused. Caps and pauses do not hold for messages sent by hand. The hub's id of the notification is printed.
            """,
            """
            With --at the hub keeps the message until then, 'bulletin history' shows it as scheduled, and 'bulletin cancel' \
            takes it back. With --wait what became of it is told, by platform. Both need the Standard tier.
            """,
            "--dry-run --format json prints the object that 'bulletin help broadcast' explains, with one notification.",
        ],
        examples: [
            CommandExample("Tell everyone who follows Sports", "bulletin send Sports 'Final whistle in Norhaven: 2–1'"),
            CommandExample(
                "Correct what went out as number 12",
                "bulletin send Sports 'Final whistle in Norhaven: 2–2' --replaces 12"),
            CommandExample(
                "To one signed-in user's devices, and see whether it arrives",
                "bulletin send --user anna 'Call the desk' --wait"),
            CommandExample("At eight", "bulletin send World 'Polls are closed' --at 2026-11-30T20:00:00+01:00"),
            CommandExample(
                "See the request first", "bulletin send World,Politics 'Ministers resign' --dry-run --format curl"),
        ],
        exitCodes: [
            .done, .partlyDone, .outcomeUnknown, .usage, .badInput, .hubUnavailable, .cannotWrite, .refused,
            .badConfiguration,
        ],
        exitWords: [
            .done: "sent",
            .partlyDone: "the hub did not take the message in, or a test reached none of its devices",
            .outcomeUnknown: "nobody knows whether the message was sent",
            .usage: "wrong command line, or the same text went to the same target within the hour (--again)",
            .badInput: "bad input data: a damaged ledger, a number that --replaces does not find",
        ],
        signalWords: "signal n (2, 15, 1) came; standard error says whether the message was sent")

    /// `items`.
    public static let items = CommandDefinition(
        .items, operands: OperandRule("FEED…", count: 0...100_000, needed: "a FEED: a file or an address"),
        summary: "show what is read from feeds, and which category each item gets",
        description: [
            """
            Reads feed files and addresses and prints their items. Nothing is sent and no ledger is touched. FEED is a \
            file, an http or https address, a feed list (OPML, all feeds of which are read), or - for standard input. \
            Times are local, with their distance from UTC.
            """,
            """
            --format json prints one object for one feed: feed (title, language, link, format, truncated; with title and \
            language null when it could not be read), items, error (a sentence, or null) and status (ok, not_modified, \
            gone or error). Each item has title, link, id, published, updated, categories, summary, language, key, \
            category (one of the six, or null when in doubt), best (the likeliest, or None), confidence (0 to 1), \
            runner_up (category, probability), doubt (why category is null) and because (kind, text, category, weight in \
            log-odds, and of kind text the words that counted, each with its weight), and where --all-categories finds \
            several, all_categories with category first; what is not known is null, times are in UTC. Several feeds, a feed \
            list and --files-from print an array of such objects in the order named, each with the name of its feed.
            """,
        ],
        examples: [
            CommandExample("What does this feed say?", "bulletin items https://news.example/rss.xml"),
            CommandExample("Why is this item Science?", "bulletin items --explain feed.xml"),
            CommandExample("Titles and links for a script", "bulletin items --format json feed.xml"),
        ],
        exitCodes: [.done, .partlyDone, .noFeedRead, .usage, .badInput, .cannotWrite, .badConfiguration],
        exitWords: [
            .done: "all feeds were read", .partlyDone: "some feeds could not be read, the others were printed",
            .badInput: "a feed list or the list of --files-from cannot be read",
            .cannotWrite: "the output or the folder of --state cannot be written",
        ])

    /// `emulator`.
    public static let emulator = CommandDefinition(
        .emulator, summary: "run a notification hub on this machine",
        description: [
            """
            Runs a hub that speaks the service's protocol: it checks signatures, takes registrations with templates \
            and tags, takes messages and keeps what each device would have shown. It prints its connection string and \
            runs until it is interrupted. Nothing is kept without --state. With -v it tells each request.
            """,
            """
            Programs on this machine find beside the service's own paths, and without a token: GET / (what each device \
            has on its lock screen: a page, and JSON with Accept: application/json), GET /$emulator/devices \
            (what each device showed), GET /$emulator/notifications (what was taken in, and what became of it), GET \
            /$emulator/feedback (which devices were not reached), GET /$emulator/requests (the log; DELETE empties it), \
            DELETE /$emulator/screens (clears all screens), POST /$emulator/faults (a fault to answer with, such as {"action":"answer","status":503,"retry_after":5}; GET \
            lists the armed ones, DELETE disarms them) and POST /$emulator/release (lets answers go that a fault holds).
            """,
        ],
        examples: [
            CommandExample("A hub for trying things out", "bulletin emulator --port 7071"),
            CommandExample("What do the phones show?", "curl -H 'Accept: application/json' http://127.0.0.1:7071/"),
            CommandExample(
                "One for phones in the same network",
                "bulletin emulator --listen 0.0.0.0 --port 7071 --tls-certificate hub.pem --tls-key hub.key"),
        ],
        exitCodes: [.done, .usage, .badInput, .hubUnavailable, .cannotWrite, .badConfiguration],
        exitWords: [
            .done: "interrupted by signal 2, 15 or 1 (SIGINT, SIGTERM, SIGHUP): the way to end it",
            .badInput: "the certificate, its key or the file of --state cannot be used",
            .hubUnavailable: "the port is taken, no port is free, or the address is not this machine's",
            .cannotWrite: "the output cannot be written",
        ],
        signalWords: "another signal n ended it, or a second one came")

    /// `help`.
    public static let help = CommandDefinition(
        .help, operands: OperandRule("[COMMAND]", count: 0...1),
        summary: "explain the program or one command",
        description: [
            """
            Without COMMAND it lists the commands; with one it tells all about it. --help after any command is shorter.
            """
        ],
        examples: [
            CommandExample("All about one command", "bulletin help broadcast"),
            CommandExample("The manual page, in a pager", "bulletin help --man | man -l -"),
        ],
        exitCodes: [.done, .usage, .cannotWrite])
}
