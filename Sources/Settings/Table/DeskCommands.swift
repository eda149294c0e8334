extension CommandTable {
    private static let deskCodes: [ExitCode] = [.done, .usage, .badInput, .cannotWrite, .badConfiguration]

    /// `history`.
    public static let history = CommandDefinition(
        .history, summary: "show what was sent, what waits and why, and what is unknown",
        description: [
            """
            Lists the notifications with their numbers, the newest last; the stories that ended unannounced: expired \
            while they were held back, parked as the hub refuses them, dropped by an editor; the stories that wait, why \
            and until when, with the numbers that 'bulletin drop' takes; the pauses; and last the notifications whose \
            outcome nobody knows, with the words that settle them. Times are local. It needs no hub and writes nothing.
            """,
            """
            --format json prints one object; its members are always there, and times are in UTC. now, since; \
            notifications: id, run (the number of the broadcast, null for one by hand), time, origin (broadcast or send), categories, language (where it is for one alone), \
            target, message, state (accepted, not_sent, unknown, under_way, scheduled or cancelled), reason, \
            scheduled_for (null for at once), settled, settled_by_hand, hub_id, delivery (the hub's word, such as \
            NoTargetFound), collapse_id, stories (story, headline, link); waiting: story, headline, link, feed, \
            categories, first_seen, reasons (category, verdict, reason, until); unannounced: story, headline, link, \
            feed, categories, state (expired, parked or dropped), time; pauses: category, since, until; \
            hub_closed_until; last_run: time, exit_code (null while it runs, or when it was cut off), or null before \
            the first; runs: run, time, exit_code, seconds, feeds, \
            feeds_read, new_items, notifications; failing_feeds: feed, title, failures, since, reason; troubles: subject, \
            words, since, told, runs; ledger: path, bytes, feeds, items, stories.
            """,
        ],
        examples: [
            CommandExample("What happened today?", "bulletin history"),
            CommandExample("What became of notification 12?", "bulletin history --follow 12"),
            CommandExample(
                "Which sports news were left, this week?",
                "bulletin history --since 7d --category Sports --outcome expired"),
            CommandExample("A week, for a script", "bulletin history --since 7d --format json"),
        ], exitCodes: deskCodes)

    /// `resolve`.
    public static let resolve = CommandDefinition(
        .resolve,
        operands: OperandRule(
            "ID sent|unsent", count: 2...2, needed: "an ID (of 'bulletin history') and sent or unsent"),
        summary: "say whether a notification whose outcome is unknown went out",
        description: [
            """
            When the connection broke after a request was under way, nobody knows whether the hub took it in; it is \
            never sent again by itself. Look at a phone. With sent its stories count as announced; with unsent they \
            wait, and go out with the next broadcast while they are fresh.
            """
        ],
        examples: [CommandExample("Number 12 did not arrive", "bulletin resolve 12 unsent")], exitCodes: deskCodes)

    /// `cancel`.
    public static let cancel = CommandDefinition(
        .cancel,
        operands: OperandRule(
            "ID", count: 1...1, needed: "the ID of a scheduled notification ('bulletin history' shows it)"),
        summary: "take back a notification that was sent with --at",
        description: [
            """
            The hub does not send it; its stories wait again, and go out with the next broadcast while they are fresh. \
            What went out already cannot be taken back, only replaced ('bulletin send --replaces').
            """
        ],
        examples: [CommandExample("Number 12 is not to go out", "bulletin cancel 12")],
        exitCodes: [.done, .usage, .badInput, .hubUnavailable, .cannotWrite, .refused, .badConfiguration],
        exitWords: [
            .badInput: "bad input data: no such notification, or one that is not scheduled; a damaged ledger",
            .hubUnavailable: "the hub cannot be reached, or does not take it back",
        ])

    /// `pause`.
    public static let pause = CommandDefinition(
        .pause, operands: OperandRule("[CATEGORY[,CATEGORY…]]", count: 0...1),
        summary: "let broadcasts send nothing for a category, or for any",
        description: [
            """
            Broadcasts go on reading and deciding; what they would send waits while it is fresh, and is told when it \
            expires. Messages sent by hand pass, with a remark.
            """
        ],
        examples: [
            CommandExample("No sports until the final is over", "bulletin pause Sports --until 2h"),
            CommandExample("Nothing at all until 'bulletin resume'", "bulletin pause"),
        ], exitCodes: deskCodes)

    /// `resume`.
    public static let resume = CommandDefinition(
        .resume, operands: OperandRule("[CATEGORY[,CATEGORY…]]", count: 0...1),
        summary: "end the pause of a category, or all pauses",
        examples: [CommandExample("Sports again", "bulletin resume Sports")], exitCodes: deskCodes)

    /// `drop`.
    public static let drop = CommandDefinition(
        .drop,
        operands: OperandRule("STORY", count: 1...1, needed: "the number of a STORY ('bulletin history' shows it)"),
        summary: "do not announce a story that waits",
        description: [
            "The numbers of stories stand in 'bulletin history' and in the preview of a broadcast. It cannot be undone; "
                + "an editor can still send the story by hand."
        ],
        examples: [CommandExample("Leave story 311 out", "bulletin drop 311")], exitCodes: deskCodes)
}
