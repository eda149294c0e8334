extension CommandTable {
    /// `classify`.
    public static let classify = CommandDefinition(
        .classify, summary: "show which category items on standard input get",
        description: [
            """
            Reads JSON Lines: one object a line with title, summary, link, categories (texts, or objects with term, scheme \
            and label), language, and feed (its title or address, or an object with title, address and language); all may \
            be left out. Prints one line for each, in order, with category (one of the six, or null when in doubt), best \
            (the likeliest, or None), confidence (0 to 1), runner_up (category, probability), doubt (why category is null) \
            and because (kind, text, category, weight in log-odds, and the words that counted), and where --all-categories \
            finds several, all_categories with category first. Nothing is sent and no ledger is touched.
            """,
            """
            Where lines have a label (one of the six, or None), standard error says at the end how often best was right, \
            and how much would go out, rightly and wrongly. A line that cannot be read gives {"error": …} in its place.
            """,
        ],
        examples: [
            CommandExample("Try your own archive", "bulletin classify < archive.jsonl > categories.jsonl")
        ],
        exitCodes: [.done, .partlyDone, .usage, .cannotWrite, .badConfiguration],
        exitWords: [
            .done: "all lines were read", .partlyDone: "some lines could not be read, the others were classified",
        ])
}
