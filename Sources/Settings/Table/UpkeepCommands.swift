extension CommandTable {
    /// `check`.
    public static let check = CommandDefinition(
        .check, summary: "look whether all is well, and whether cron may be trusted with it",
        description: [
            """
            Looks at everything that a broadcast needs, one line for each thing: the configuration; the feed lists \
            (duplicates, names that are no categories, categories that no item reaches, several languages without \
            languages); every feed (whether it can be read, how fresh it is, where it moved to, where its items go); the \
            hub (whether it answers, takes the keys, what they may do, its clock); the ledger (sound, whose, its size, the \
            last run, what waits, what is unknown); rules that match nothing; and how many bulletins a day the settings \
            allow and the feeds of the last days would have made. The last line says whether cron may be trusted with it.
            """,
            """
            It changes nothing and, without --test, sends nothing. Settings of broadcasts can be given as options, to be \
            looked at before they stand in the configuration.
            """,
            """
            --format json prints one object: trusted (whether cron may be trusted with it), exit_code, verdict, and \
            findings, an array of area (configuration, feeds, feed, hub, ledger, rules or bulletins), name, state (ok, \
            look or failed), text and data (for a feed: items, categories, newest, address, moved_to, seconds; for \
            bulletins: category, allowed_per_day, estimated_per_day, days; else null). Times are in UTC.
            """,
        ],
        examples: [
            CommandExample("May cron be trusted with it?", "bulletin check"),
            CommandExample("A feed list before it is used", "bulletin check --feeds newsroom.opml --hub local"),
            CommandExample("With a test to ten devices at most", "bulletin check --test"),
        ],
        exitCodes: [
            .done, .partlyDone, .noFeedRead, .usage, .badInput, .hubUnavailable, .cannotWrite, .refused,
            .badConfiguration,
        ],
        exitWords: [
            .done: "cron may be trusted with it",
            .partlyDone: "it works, but some feeds cannot be read, or a test reached nobody",
            .cannotWrite: "the ledger could not be written",
        ])

    /// `config`.
    public static let config = CommandDefinition(
        .config, summary: "show every setting, and where its value comes from",
        description: [
            """
            Shows what holds for broadcasts: each key of the configuration with its value and the place that it comes \
            from (an option, a variable of the environment, the configuration with its line, or the default). Secrets are \
            not shown, only where they are. Settings of broadcasts can be given as options too.
            """,
            """
            --format json prints one object: configuration (the file, or null), settings (key, option, value, source \
            (option, environment, file, default or none), place) and secrets (name, place, or null where there is none). A \
            value that no key holds is null.
            """,
        ],
        examples: [
            CommandExample("What holds, and why?", "bulletin config"),
            CommandExample("Begin a configuration", "bulletin config --print-default >bulletin.json"),
        ], exitCodes: [.done, .usage, .cannotWrite, .badConfiguration])

    /// `schedule`.
    public static let schedule = CommandDefinition(
        .schedule,
        operands: OperandRule("cron|systemd [service|timer|backend]", count: 1...2, needed: "cron or systemd"),
        summary: "print what starts broadcasts by themselves",
        description: [
            """
            cron prints a line for a crontab, systemd a service and a timer, or only one of them, with the paths of this \
            program and of the configuration that holds now. Nothing is installed. The service may do no more than it \
            needs, gets the file of the connection string as a credential, ends at a deadline, and takes the exit codes 1 \
            and 4 for success: what they tell passes by itself.
            """,
            """
            systemd backend prints a service for the app's back end, with the settings that the configuration has under \
            backend.
            """,
        ],
        examples: [
            CommandExample("A line for the crontab", "bulletin schedule cron"),
            CommandExample(
                "A timer of systemd",
                "bulletin schedule systemd service >bulletin.service && bulletin schedule systemd timer >bulletin.timer"
            ),
        ], exitCodes: [.done, .usage, .cannotWrite, .badConfiguration])

    /// `completions`.
    public static let completions = CommandDefinition(
        .completions, operands: OperandRule("bash|zsh|fish", count: 1...1, needed: "bash, zsh or fish"),
        summary: "print what lets a shell complete commands and options",
        description: [
            """
            Completes commands, options, their values and categories. bash: source the output from ~/.bashrc, or save it as \
            ~/.local/share/bash-completion/completions/bulletin. zsh: save it as _bulletin in a folder of $fpath. fish: save \
            it as ~/.config/fish/completions/bulletin.fish.
            """
        ],
        examples: [
            CommandExample("In this bash", "source <(bulletin completions bash)")
        ], exitCodes: [.done, .usage, .cannotWrite])
}
