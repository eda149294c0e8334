extension OptionTable {
    private static let withHub: [CommandName] = [.broadcast, .send]
    private static let atDesk: [CommandName] = [.history, .resolve, .cancel, .pause, .resume, .drop]
    private static let asking: [CommandName] = [.cancel, .devices, .backend]
    private static let upkeepCommands: [CommandName] = [.check, .config, .schedule]
    private static let working: [CommandName] =
        withHub + atDesk + [.devices, .items, .classify, .check, .config, .emulator, .backend]

    static let hub: [OptionDefinition] = [
        OptionDefinition(
            .hub, .hubName, commands: withHub + asking + upkeepCommands + [.emulator], isCommon: true,
            variable: "BULLETIN_HUB_NAME",
            key: "hub",
            fallback: .described("the EntityPath of the connection string"), section: .hub,
            summary: "the hub's name, or local",
            details: """
                With local a hub runs inside the program for the time of the run, with sample devices and a ledger that \
                is thrown away. The connection string is a secret and therefore never an option: it comes from \
                BULLETIN_HUB_CONNECTION_STRING, from --hub-file, or from the systemd credential hub-connection-string. \
                The emulator gives its hub that name.
                """),
        OptionDefinition(
            .hubFile, .path("FILE"), commands: withHub + asking + upkeepCommands, isCommon: true, key: "hubFile",
            section: .hub,
            summary: "the file that holds the hub's connection string",
            details: """
                Nobody but its owner may read it (chmod 600), or root and one group (chmod 640). A second line may hold \
                a second connection string, which is tried when the first is refused.
                """),
        OptionDefinition(
            .categoryTag, .assignment(.category, placeholder: "CATEGORY=TAG"), isRepeatable: true,
            commands: withHub + [.devices, .backend], key: "tags", section: .hub,
            summary: "the tag that stands for a category; else its name"),
        OptionDefinition(
            .ledger, .path("FILE"), commands: withHub + atDesk + upkeepCommands, isCommon: true, key: "ledger",
            fallback: .described("$XDG_STATE_HOME/bulletin/ledger.db, or ~/.local/state/bulletin/ledger.db"),
            section: .hub, summary: "the record of what was read and sent",
            details: """
                It belongs to one hub and one machine: with another hub, such as an emulator, name another file. Beside \
                it lie FILE.lock, which a broadcast holds while it runs, FILE.users, by which runs tell whether they are \
                alone, and FILE-wal and FILE-shm, in which SQLite keeps what is not in FILE yet: never remove or copy \
                one without the others.
                """),
        OptionDefinition(
            .against, .path("LEDGER"), commands: [.broadcast], section: .hub,
            summary: "preview with what another ledger knows",
            details: """
                Any ledger, also a copy or one of another hub or machine; it is only read. With --now it shows what would \
                have been sent at another moment.
                """),
        OptionDefinition(
            .port, .integer(0...65_535), commands: [.emulator], fallback: .described("one that is free"),
            section: .hub, summary: "the port to listen on"),
        OptionDefinition(
            .listen, .text("ADDRESS"), commands: [.emulator], fallback: .value("127.0.0.1"), section: .hub,
            summary: "the address to listen on, in numbers",
            details: """
                One that other machines can reach, such as 0.0.0.0, needs --tls-certificate and --tls-key. The paths \
                without a token stay for this machine alone.
                """),
        OptionDefinition(
            .tlsCertificate, .path("FILE"), commands: [.emulator], section: .hub,
            summary: "speak TLS with this certificate (PEM)",
            details: "Those that it was signed with may follow it. Clients must trust it."),
        OptionDefinition(
            .tlsKey, .path("FILE"), commands: [.emulator], section: .hub,
            summary: "the certificate's private key (PEM, without a password)"),
        OptionDefinition(
            .state, .path("FILE"), commands: [.emulator], section: .hub,
            summary: "keep keys, registrations, notifications and screens in this file",
            details: """
                The next start with it goes on where this one ends, also when this one is killed. It holds keys: nobody \
                but its owner may read it. Without it nothing is kept and the keys are new at each start.
                """),
        OptionDefinition(
            .tier, .choice(["free", "basic", "standard"]), commands: [.emulator], fallback: .value("standard"),
            section: .hub, summary: "the pricing tier whose operations the hub has",
            details: "Below standard there are no notification ids, no telemetry and no scheduled sends."),
        OptionDefinition(
            .empty, .flag, commands: [.emulator], section: .hub, summary: "start without the sample devices"),
    ]

    static let output: [OptionDefinition] = [
        OptionDefinition(
            .explain, .flag, commands: [.items], section: .output, summary: "say why each item has its category"),
        OptionDefinition(
            .format, .choice(["text", "json", "curl", "html"]), commands: [.broadcast, .send], fallback: .value("text"),
            section: .output, summary: "how a preview is printed",
            details: """
                curl prints a command for each request, which makes its token from the environment when it runs. html is \
                one page, without script and without anything from outside, to be opened in a browser.
                """),
        OptionDefinition(
            .format, .choice(["text", "json", "count"]), commands: [.items], fallback: .value("text"),
            section: .output, summary: "how the items are printed",
            details: "count prints one line with the number of items and a digest over every field of every item."),
        OptionDefinition(
            .format, .choice(["text", "json"]), commands: [.history], fallback: .value("text"), section: .output,
            summary: "how the history is printed"),
        OptionDefinition(
            .format, .choice(["text", "json"]), commands: [.devices], fallback: .value("text"), section: .output,
            summary: "how devices are printed"),
        OptionDefinition(
            .format, .choice(["text", "json"]), commands: [.emulator], fallback: .value("text"), section: .output,
            summary: "how the connection string is printed"),
    ]

    static let common: [OptionDefinition] = [
        OptionDefinition(
            .config, .path("FILE"), commands: working + [.schedule], isCommon: true, variable: "BULLETIN_CONFIG",
            fallback: .described("$XDG_CONFIG_HOME/bulletin/bulletin.json, then /etc/bulletin/bulletin.json"),
            section: .common, summary: "the configuration"),
        OptionDefinition(
            .now, .instant, commands: withHub + atDesk + [.check], isCommon: true, fallback: .described("the clock"),
            section: .common,
            summary: "the time to work with, such as 2026-11-30T09:00:00Z",
            details: "For previews; refused for a real hub without --dry-run."),
        OptionDefinition(
            .logFormat, .choice(["text", "json"]), commands: working, isCommon: true, fallback: .value("text"),
            section: .common, summary: "how lines on standard error look"),
        OptionDefinition(
            .verbose, short: "v", .flag, isRepeatable: true, commands: working, isCommon: true, section: .common,
            summary: "tell what happens; twice for more"),
        OptionDefinition(
            .quiet, short: "q", .flag, commands: working, isCommon: true, section: .common, summary: "tell errors only"),
        OptionDefinition(
            .help, short: "h", .flag, commands: working + [.schedule, .completions, .help], isCommon: true,
            section: .common,
            summary: "print help"),
        OptionDefinition(
            .version, .flag, commands: [], isCommon: true, section: .common, summary: "print the version"),
    ]
}
