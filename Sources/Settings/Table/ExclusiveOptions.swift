extension OptionTable {
    /// Options that cannot hold together.
    static let exclusive: [(OptionName, OptionName)] = [
        (.adopt, .announceFirst),
        (.quiet, .verbose),
        (.tags, .everyone),
        (.asIs, .messageTemplate),
    ]
}

extension ParsedCommand {
    func checkExclusiveOptions() throws(UsageError) {
        for (first, second) in OptionTable.exclusive where options[first] != nil && options[second] != nil {
            throw .conflict("--\(first.rawValue) and --\(second.rawValue) exclude each other")
        }
    }
}
