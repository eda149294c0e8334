/// The manual page of the program in roff, by the macros of man(7): what the long help of all commands says.
public func manualPage(of commands: [CommandDefinition]) -> String {
    var page = ManualPage()
    page.begin()
    page.heading("NAME")
    page.text("bulletin \\- breaking news from feeds to the phones that follow a category", isRaw: true)
    page.heading("SYNOPSIS")
    page.line(".B bulletin")
    page.line("COMMAND [options]")
    page.heading("DESCRIPTION")
    page.text(
        """
        Reads a newsroom's RSS and Atom feeds, maps every item to one of six categories, makes one notification for each \
        category with news and sends it to an Azure Notification Hub, tagged with the category. It is made for cron.
        """)
    page.heading("COMMANDS")
    for command in commands { page.add(command) }
    page.heading("COMMON OPTIONS")
    page.add(OptionTable.all.filter { $0.isCommon })
    page.heading("EXIT STATUS")
    for code in ExitCode.allCases { page.item(String(code.rawValue), code.meaning + ".") }
    page.item("128+n", "Signal n came while it worked.")
    page.addSurroundings()
    page.heading("SEE ALSO")
    page.text(".BR crontab (5),\n.BR systemd.timer (5),\n.BR curl (1)", isRaw: true)
    return page.text
}

private struct ManualPage {
    private(set) var text = ""

    mutating func begin() {
        line(".TH BULLETIN 1 \(programDate) \"bulletin \(programVersion)\" \"User Commands\"")
    }

    mutating func line(_ line: String) { text += line + "\n" }

    mutating func heading(_ words: String) { line(".SH \(words)") }

    /// Running text; blanks at its ends and empty lines would begin paragraphs of their own.
    mutating func text(_ words: String, isRaw: Bool = false) { line(isRaw ? words : escaped(words)) }

    /// A term with what it means, set in.
    mutating func item(_ term: String, _ meaning: String) {
        line(".TP")
        line(".B \(escaped(term))")
        text(meaning)
    }

    mutating func add(_ rows: [OptionDefinition]) {
        for row in rows {
            let short = row.short.map { "-\($0), " } ?? ""
            item(short + row.typed + (row.kind.placeholder.map { " \($0)" } ?? ""), row.longHelp)
        }
    }

    mutating func add(_ command: CommandDefinition) {
        line(".SS \(escaped(command.usage))")
        let paragraphs = command.description.isEmpty ? [sentence(command.summary)] : command.description
        for (place, paragraph) in paragraphs.enumerated() {
            if place > 0 { line(".PP") }
            text(paragraph)
        }
        add(OptionTable.all.filter { $0.commands.contains(command.name) && !$0.isCommon })
        for example in command.examples {
            line(".PP")
            text(sentence(example.purpose))
            line(".PP")
            line(".RS 4")
            line(".nf")
            text(example.line)
            line(".fi")
            line(".RE")
        }
    }

    mutating func addSurroundings() {
        heading("ENVIRONMENT")
        item(
            "BULLETIN_HUB_CONNECTION_STRING",
            "The connection string of the hub; with _2 at its end, one that is tried when the first is refused.")
        item(HubSecret.manageVariable, "One with the right Manage, for devices and telemetry.")
        for row in OptionTable.all {
            if let variable = row.variable { item(variable, "As \(row.typed): \(row.summary).") }
        }
        item("NO_COLOR", "Where it is set to anything, no colour and weight.")
        item("COLUMNS", "The width that help is wrapped to.")
        heading("FILES")
        item("/etc/bulletin/bulletin.json", "The configuration, unless there is one in $XDG_CONFIG_HOME/bulletin.")
        item("$XDG_STATE_HOME/bulletin/ledger.db", "The record of what was read and sent.")
    }
}

/// Text as roff takes it: backslashes and hyphens as they are, no line that looks like a request.
private func escaped(_ text: String) -> String {
    var result = ""
    var isLineStart = true
    for character in text {
        switch character {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case ".", "'": result += (isLineStart ? "\\&" : "") + (character == "'" ? "\\(aq" : ".")
        case "`": result += "\\(ga"
        case "^": result += "\\(ha"
        case "~": result += "\\(ti"
        default: result.append(character)
        }
        isLineStart = character == "\n"
    }
    return result
}
