/// Where files are looked for and kept, by the XDG Base Directory specification.
struct StandardPaths {
    let surroundings: Surroundings

    /// The user's own folder; relative values are ignored, as the specification asks.
    var home: String? { absolute("HOME") }

    /// Where a configuration is looked for when none is named, in order.
    var configurations: [String] {
        let folder = absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
        return (folder.map { [$0 + "/bulletin/bulletin.json"] } ?? []) + ["/etc/bulletin/bulletin.json"]
    }

    /// The ledger when none is named.
    var ledger: String? { state("ledger.db") }

    /// A file that is kept from one run to the next. `STATE_DIRECTORY` is what systemd gives to a service with a state
    /// folder.
    func state(_ name: String) -> String? {
        if let folder = absolute("STATE_DIRECTORY") { return folder.prefix { $0 != ":" } + "/" + name }
        let folder = absolute("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
        return folder.map { $0 + "/bulletin/" + name }
    }

    private func absolute(_ variable: String) -> String? {
        surroundings.setVariable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
