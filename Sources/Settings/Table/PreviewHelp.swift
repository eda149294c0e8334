// What --format json prints: said in the help of the commands that have it, and held to by tests.
extension CommandTable {
    static let previewMembers = """
        --dry-run --format json prints one object: now, notifications, left_out and feed_troubles (sentences). A \
        notification has categories, language (where it is for one alone), target, format, test, scheduled_for, message, \
        message_bytes, cut (a sentence, or null), messages (for each language that it speaks language, property, message, \
        message_bytes, cut), properties, stories (story, its number in the ledger, or null while it is new; headline, \
        link, feeds, since, language, because), request (method, address, headers, body; the signature is hidden) and \
        payloads (platform, language, template, payload, bytes, limit, and shows: title, body, screen (its lines \
        on a lock screen), cut; null for a blank or silent one). An item that is left out has story, title, link, feed, category, \
        verdict (a word such as known, adopted, stale, unmapped, capped, quiet, paused), reason (a sentence), since, until \
        and scores (category, probability). All members are always there; times are in UTC.
        """

    /// Recipes for jq; a test runs each of them.
    static let previewRecipes = [
        CommandExample(
            "The messages by target",
            recipe(#".notifications[] | "\(.target): \(.message)""#)),
        CommandExample(
            "What an iPhone would show",
            recipe(#".notifications[].payloads[] | select(.platform == "APNs") | .shows.screen[]"#)),
        CommandExample(
            "Payloads above nine tenths of a limit",
            recipe(
                #".notifications[].payloads[] | select(.bytes > .limit * 0.9) | [.platform, .bytes, .payload] | @tsv"#)),
        CommandExample(
            "How many items are left out, by reason",
            recipe(#".left_out | group_by(.verdict)[] | "\(length) \(.[0].verdict)""#)),
        CommandExample(
            "What fits no category, with what it might be",
            recipe(#".left_out[] | select(.verdict == "unmapped") | [.title, (.scores[] | .category)] | @tsv"#)),
    ]

    private static func recipe(_ program: String) -> String {
        "bulletin broadcast --feeds newsroom.opml --dry-run --format json | jq -r '\(program)'"
    }
}
