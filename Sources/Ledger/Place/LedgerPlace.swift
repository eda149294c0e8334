/// Where a ledger lies and whose it is.
public struct LedgerPlace: Sendable, Hashable {
    /// The path of the database file.
    public var path: String
    /// The hub it belongs to, as host and hub name; no secret. Nil for whichever it is: people who look into a ledger, or
    /// settle something in it, need not know the hub. A new ledger is then never made.
    public var hub: String?
    /// The machine it belongs to: its `machine-id`, or the name the configuration gives it.
    public var machine: String
    /// Make the folder, with those above it, where it is missing. Only for the standard place: a configured folder that
    /// is missing is most likely a disk that is not mounted, and a new ledger there would forget everything.
    public var makesFolder: Bool
    /// Take a ledger of another machine, or a copy, as this machine's own. The run must then adopt everything.
    public var takesOver: Bool

    /// A place from its parts.
    public init(
        path: String, hub: String?, machine: String, makesFolder: Bool = false, takesOver: Bool = false
    ) {
        self.path = path
        self.hub = hub
        self.machine = machine
        self.makesFolder = makesFolder
        self.takesOver = takesOver
    }

    /// The folder of the file.
    var folder: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Held by a broadcast while it runs.
    var runLockPath: String { path + ".lock" }
    /// Held, shared, by every process that has the ledger open for writing.
    var usersLockPath: String { path + ".users" }
}
