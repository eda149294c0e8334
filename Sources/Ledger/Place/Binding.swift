/// Whose a ledger is: it belongs to one hub, one machine and one file.
struct Binding: Equatable {
    var hub: String
    var machine: String
    /// The file's number in its file system: a copy, or a file restored from a backup, has another one.
    var inode: UInt64

    init(hub: String, machine: String, inode: UInt64) {
        self.hub = hub
        self.machine = machine
        self.inode = inode
    }

    /// The binding as recorded.
    init(in database: Database) throws(LedgerError) {
        hub = try database.meta("hub") ?? ""
        machine = try database.meta("machine") ?? ""
        inode = try database.meta("inode").flatMap { UInt64($0) } ?? 0
    }

    func write(to database: Database) throws(LedgerError) {
        try database.setMeta("hub", hub)
        try database.setMeta("machine", machine)
        try database.setMeta("inode", String(inode))
    }

    /// Whether the ledger may be used at that place; throws why not. False means that it is taken over. `isBehind` says
    /// that commits are missing in it which were there.
    func allows(_ place: LedgerPlace, inode: UInt64, isBehind: Bool) throws(LedgerError) -> Bool {
        if let given = place.hub, given != hub {
            throw LedgerError(.otherHub(recorded: hub, given: given), path: place.path)
        }
        if machine == place.machine, self.inode == inode, !isBehind { return true }
        guard place.takesOver else {
            throw LedgerError(
                machine == place.machine ? .copied : .otherMachine(recorded: machine, given: place.machine),
                path: place.path)
        }
        return false
    }
}

extension Database {
    func meta(_ key: String) throws(LedgerError) -> String? {
        try first("SELECT value FROM meta WHERE key = ?", [.text(key)]) { $0.text(0) }
    }

    func setMeta(_ key: String, _ value: String?) throws(LedgerError) {
        if let value {
            try run("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", [.text(key), .text(value)])
        } else {
            try run("DELETE FROM meta WHERE key = ?", [.text(key)])
        }
    }
}
