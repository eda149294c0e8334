extension OptionTable {
    static let health: [OptionDefinition] = [
        OptionDefinition(
            .deadline, .duration(20...3_600), commands: [.broadcast], key: "deadline", fallback: .value("5m"),
            section: .health, summary: "how long a run may take",
            details: """
                Feeds that were not read when three quarters of it are over are given up for this run; a notification that \
                was not begun at its end is left to the next run. What is under way is never cut off.
                """),
        OptionDefinition(
            .metrics, .path("FILE"), commands: [.broadcast], key: "metrics", section: .health,
            summary: "write metrics for Prometheus into this file",
            details: """
                In the text format, for the textfile collector of the node exporter, whose files end with .prom. The file \
                is replaced in one step, also by runs that fail.
                """),
        OptionDefinition(
            .ping, .secretAddress(placeholder: "URL"), commands: [.broadcast], variable: "BULLETIN_PING",
            key: "ping", section: .health, summary: "call this address when a run begins, succeeds or fails",
            details: """
                URL/start at the beginning, URL when it ends with 0 or 1, URL/fail when it ends otherwise, as services that \
                watch cron jobs take it; 5 seconds each at most. Whether it answers changes nothing. Whoever knows the \
                address can call it: it is never shown in full.
                """),
    ]
}
