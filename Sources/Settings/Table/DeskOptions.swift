extension OptionTable {
    static let desk: [OptionDefinition] = [
        OptionDefinition(
            .since, .moment, commands: [.history], fallback: .value("24h"), section: .output,
            summary: "show what happened since then",
            details: """
                A time with its zone, such as 2026-11-30T09:00:00+01:00, or how far back, such as 2h or 7d. What waits, \
                and what is unknown, is shown however old it is.
                """),
        OptionDefinition(
            .until, .moment, commands: [.pause], section: .choosing,
            summary: "the pause ends by itself then",
            details: "A time with its zone, such as 2026-11-30T18:00:00+01:00, or how far ahead, such as 2h."),
    ]
}
