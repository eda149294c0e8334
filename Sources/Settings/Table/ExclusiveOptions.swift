extension OptionTable {
    /// Options that cannot hold together.
    static let exclusive: [(OptionName, OptionName)] = [
        (.adopt, .announceFirst),
        (.against, .ledger),
        (.quiet, .verbose),
        (.tags, .everyone),
        (.tags, .user),
        (.user, .everyone),
        (.test, .at),
        (.test, .wait),
        (.at, .wait),
        (.tag, .channel),
        (.asIs, .messageTemplate),
        // What goes to others than the followers of a category goes out as typed.
        (.tags, .messageTemplate),
        (.user, .messageTemplate),
        (.everyone, .messageTemplate),
    ]
}

extension ParsedCommand {
    func checkExclusiveOptions() throws(UsageError) {
        for (first, second) in OptionTable.exclusive where options[first] != nil && options[second] != nil {
            throw .conflict("--\(first.rawValue) and --\(second.rawValue) exclude each other")
        }
        if options[.against] != nil, options[.dryRun] == nil {
            throw .conflict("--against shows a preview: it needs --dry-run")
        }
        // Whoever asks for a form of the preview does not mean to send.
        guard [.broadcast, .send].contains(name), options[.dryRun] == nil, let format = options[.format]?.first,
            format != .text("text")
        else { return }
        throw .conflict("--format shows a preview: it needs --dry-run")
    }
}
