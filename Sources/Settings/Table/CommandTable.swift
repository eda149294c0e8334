/// The commands that the program offers, in the order in which help lists them.
public enum CommandTable {
    /// Every row.
    public static let all: [CommandDefinition] = [
        broadcast, send, history, resolve, pause, resume, drop, items, emulator, help,
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
            Feeds that were never seen before are adopted: what is in them counts as known, and nothing is sent. What \
            was announced is never announced again.
            """,
        ],
        examples: [
            CommandExample(
                "See what would be sent, and why", "bulletin broadcast --feeds newsroom.opml --dry-run"),
            CommandExample(
                "Try it against a hub inside the program",
                "bulletin broadcast --feeds feeds/sample/newsroom.opml --hub local --announce-first 3"),
            CommandExample("Only sports, with the story of the run", "bulletin broadcast --category Sports -v"),
        ],
        exitCodes: ExitCode.allCases)

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
            the message is read from standard input. Caps and pauses do not hold for messages sent by hand.
            """
        ],
        examples: [
            CommandExample("Tell everyone who follows Sports", "bulletin send Sports 'Final whistle in Norhaven: 2–1'"),
            CommandExample(
                "Correct what went out as number 12",
                "bulletin send Sports 'Final whistle in Norhaven: 2–2' --replaces 12"),
            CommandExample(
                "See the request first", "bulletin send World,Politics 'Ministers resign' --dry-run --format curl"),
        ],
        exitCodes: [
            .done, .partlyDone, .outcomeUnknown, .usage, .badInput, .hubUnavailable, .cannotWrite, .refused,
            .badConfiguration,
        ])

    /// `items`.
    public static let items = CommandDefinition(
        .items, operands: OperandRule("FEED…", count: 0...100_000, needed: "a FEED: a file or an address"),
        summary: "show what is read from feeds, and which category each item gets",
        description: [
            """
            Reads feed files and addresses and prints their items. Nothing is sent and no ledger is touched.
            """
        ],
        examples: [
            CommandExample("What does this feed say?", "bulletin items https://news.example/rss.xml"),
            CommandExample("Why is this item Science?", "bulletin items --explain feed.xml"),
            CommandExample("Titles and links for a script", "bulletin items --format json feed.xml"),
        ],
        exitCodes: [.done, .partlyDone, .noFeedRead, .usage, .cannotWrite, .badConfiguration])

    /// `emulator`.
    public static let emulator = CommandDefinition(
        .emulator, summary: "run a notification hub on the loopback address",
        description: [
            """
            Runs a hub that speaks the service's protocol: it checks signatures, takes registrations with templates \
            and tags, takes messages and keeps what each device would have shown. It prints its connection string and \
            runs until it is interrupted. Nothing is kept.
            """
        ],
        examples: [CommandExample("A hub for trying things out", "bulletin emulator --port 7071")],
        exitCodes: [.done, .usage, .hubUnavailable, .badConfiguration])

    /// `help`.
    public static let help = CommandDefinition(
        .help, operands: OperandRule("[COMMAND]", count: 0...1),
        summary: "explain the program or one command")
}
