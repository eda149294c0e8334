/// Why the ledger cannot be used, with the path of the file.
public struct LedgerError: Error, Sendable, Hashable {
    /// What went wrong, by what people can do about it.
    public enum Problem: Sendable, Hashable {
        /// There is no such folder.
        case noFolder
        /// There is no ledger, and this is no occasion for making one.
        case missing
        /// The file cannot be opened; the system's reason.
        case cannotOpen(String)
        /// The file, its folder or its file system refuses writing.
        case notWritable(String)
        /// It lies on a network file system, whose locks cannot be trusted.
        case networkFileSystem(String)
        /// It is a database of another program, or no database.
        case notALedger
        /// Its content contradicts itself; SQLite's words.
        case damaged(String)
        /// A newer version of the program wrote it.
        case newerVersion(found: Int, supported: Int)
        /// It belongs to another hub.
        case otherHub(recorded: String, given: String)
        /// It belongs to another machine.
        case otherMachine(recorded: String, given: String)
        /// The file is not the one that was written last: a copy, or restored from a backup.
        case copied
        /// Another broadcast holds the run lock; its process, where it is known.
        case running(process: Int?)
        /// Others kept it locked for too long.
        case busy
        /// The disk is full.
        case full
        /// Reading or writing failed below the database; SQLite's words.
        case inputOutput(String)
        /// The library refused a statement: a fault of this program.
        case misuse(String)
    }

    /// One word for the kind of trouble: another kind is news to people, the same with other words is not.
    public var kind: String {
        switch problem {
        case .noFolder: "folder"
        case .missing: "missing"
        case .cannotOpen: "open"
        case .notWritable: "write"
        case .networkFileSystem: "network"
        case .notALedger, .damaged: "damaged"
        case .newerVersion: "version"
        case .otherHub: "hub"
        case .otherMachine, .copied: "copied"
        case .running: "running"
        case .busy: "busy"
        case .full: "full"
        case .inputOutput: "disk"
        case .misuse: "misuse"
        }
    }

    /// What went wrong.
    public var problem: Problem
    /// The file.
    public var path: String

    /// An error from its parts.
    public init(_ problem: Problem, path: String) {
        self.problem = problem
        self.path = path
    }
}

extension LedgerError: CustomStringConvertible {
    /// What happened to which file, and what to do.
    public var description: String {
        switch problem {
        case .noFolder: "the folder of the ledger \(path) does not exist; create it or mount it"
        case .missing: "there is no ledger at \(path): no broadcast made one yet, or --ledger should name another"
        case .cannotOpen(let reason): "cannot open the ledger \(path): \(reason)"
        case .notWritable(let reason): "cannot write the ledger \(path): \(reason)"
        case .networkFileSystem(let name):
            "the ledger \(path) lies on a network file system (\(name)), whose locks cannot be trusted; "
                + "put it on a local disk"
        case .notALedger: "\(path) is no ledger; name another file"
        case .damaged(let reason):
            "the ledger \(path) is damaged (\(reason)); restore it from a backup and run with --adopt, "
                + "or move it away, and the next run takes everything as known"
        case .newerVersion(let found, let supported):
            "the ledger \(path) was written by a newer version (format \(found), this one reads up to \(supported)); "
                + "update the program"
        case .otherHub(let recorded, let given):
            "the ledger \(path) belongs to the hub \(recorded), not to \(given); each hub needs one of its own: "
                + "name another file with --ledger"
        case .otherMachine(let recorded, let given):
            "the ledger \(path) belongs to the machine \(recorded), this is \(given); two machines would both send. "
                + "If it was moved here for good, run once with --adopt"
        case .copied:
            "the ledger \(path) is a copy or was restored from a backup: what was sent since is not in it. "
                + "Run once with --adopt to take everything as known"
        case .running(let process):
            "another broadcast\(process.map { " (process \($0))" } ?? "") is running on the ledger \(path)"
        case .busy: "the ledger \(path) is kept locked by another program"
        case .full: "no space left for the ledger \(path)"
        case .inputOutput(let reason): "cannot read or write the ledger \(path): \(reason)"
        case .misuse(let reason): "the ledger \(path) refused a statement: \(reason)"
        }
    }
}
