extension OptionTable {
    private static let mappers: [CommandName] = [.broadcast, .items, .classify]

    static let mapping: [OptionDefinition] = [
        OptionDefinition(
            .preset, .choice(["strict", "normal"]), commands: mappers, key: "preset", fallback: .value("strict"),
            section: .mapping, summary: "how sure an item's category must be",
            details: """
                strict: of what goes out at most 2 % rings for another of the six; normal: at most 5 %, and more goes out. \
                What is less sure is shown, with the category it would have been, and not sent.
                """),
        OptionDefinition(
            .allCategories, .flag, commands: mappers, key: "allCategories", section: .mapping,
            summary: "an item that fits several categories goes to each",
            details: """
                Without it an item goes to the surest. It fits what its feed list sets, and each category for which its \
                labels, codes, link or feed say enough by themselves; its words only help to find the first one. A story in \
                two categories is announced once in each.
                """),
        OptionDefinition(
            .rules, .rules, commands: mappers, key: "rules", section: .mapping,
            summary: "your own word on items: a category, none or never",
            details: """
                A list; the first rule that matches decides, before the feed list and everything else: \
                [{"titles": ["world cup"], "category": "Sports"}, {"hosts": ["ads.example"], "category": "never"}]. titles \
                (words or phrases of the headline), labels (of the item, whole), feeds (by name or address), hosts and \
                addresses (of the article): an item must meet all that a rule names, and one text of each is enough.
                """),
    ]
}
