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
            .until, .moment, commands: [.history], section: .output, summary: "leave out what happened later"),
        OptionDefinition(
            .category, .categories, isRepeatable: true, commands: [.history], section: .output,
            summary: "only these categories; several with commas, or repeated"),
        OptionDefinition(
            .outcome,
            .choice([
                "accepted", "not_sent", "unknown", "under_way", "scheduled", "cancelled", "waiting", "expired",
                "parked",
                "dropped",
            ]), isRepeatable: true, commands: [.history], section: .output,
            summary: "only what came to this; may be repeated"),
        OptionDefinition(
            .runs, .flag, commands: [.history], section: .output, summary: "list the broadcasts too",
            details: "How each ended, how long it took, what it read. They are kept for 35 days."),
        OptionDefinition(
            .follow, .integer(1...Int.max), commands: [.history], section: .output,
            summary: "everything that is known of one notification",
            details: """
                Its stories and the feeds they are in, its run, what was sent, and what the hub tells of it, which is asked \
                where there is a key. JSON: notification (as below, with properties), run, stories (with feeds), telemetry \
                (state, enqueued, started, ended, tags, outcomes), telemetry_error, device_errors (platform, registration, \
                installation, error, time) of devices that were not reached, device_errors_error.
                """),
        OptionDefinition(
            .until, .moment, commands: [.pause], section: .choosing,
            summary: "the pause ends by itself then",
            details: "A time with its zone, such as 2026-11-30T18:00:00+01:00, or how far ahead, such as 2h."),
    ]
}
