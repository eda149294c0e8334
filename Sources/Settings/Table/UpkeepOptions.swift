extension OptionTable {
    /// Options of the commands that look after an installation.
    static let upkeep: [OptionDefinition] = [
        OptionDefinition(
            .test, .flag, commands: [.check], section: .hub,
            summary: "also send a test, which ten devices at most show",
            details: """
                It goes to those who follow any of the categories, says that it is a test, and is not recorded. It proves \
                what nothing else does: that the key may send, and that devices are reached.
                """),
        OptionDefinition(
            .every, .duration(60...86_400), commands: [.schedule], fallback: .value("5m"), section: .choosing,
            summary: "how often broadcasts start",
            details: "A part of an hour or of a day without a rest: 1m, 5m, 10m, 15m, 30m, 1h, 2h."),
        OptionDefinition(
            .user, .text("NAME"), commands: [.schedule], fallback: .described("you, or bulletin for root"),
            section: .choosing, summary: "the user that runs the broadcasts",
            details: "It must be able to read the configuration and the feed lists, and to write the ledger."),
        OptionDefinition(
            .format, .choice(["text", "json"]), commands: [.check], fallback: .value("text"), section: .output,
            summary: "how the findings are printed"),
        OptionDefinition(
            .format, .choice(["text", "json"]), commands: [.config], fallback: .value("text"), section: .output,
            summary: "how the settings are printed"),
        OptionDefinition(
            .printDefault, .flag, commands: [.config], section: .output,
            summary: "print a commented example with every key there is",
            details: "Nothing is read for it: it is the start of a configuration of your own."),
        OptionDefinition(
            .man, .flag, commands: [.help], section: .output, summary: "print the manual page, in roff"),
    ]
}
