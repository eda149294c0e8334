internal import Glibc
internal import Ledger
internal import News
internal import Settings

/// Where the ledger of a run lies; a temporary one is removed when this goes.
final class LedgerAccess {
    /// The place.
    let place: LedgerPlace
    private let temporaryFolder: String?
    /// Whether it is thrown away after the run.
    var isTemporary: Bool { temporaryFolder != nil }

    /// The ledger that the settings name. The local hub gets one that is thrown away unless one is named for it: what it was
    /// sent must never count as sent to the real one, whose ledger the configuration may name.
    init(_ settings: ResolvedSettings, hub: HubAccess, takesOver: Bool) throws(Failure) {
        if let other = settings.text(.against) {
            temporaryFolder = nil
            place = LedgerPlace(path: other, hub: nil, machine: machineName(settings), takesOver: true)
            return
        }
        let isNamed = settings.text(.ledger) != nil
        let isForTheRealOne = settings.source(of: .hub) == .option && settings.source(of: .ledger) != .option
        if hub.emulator != nil, !isNamed || isForTheRealOne {
            let folder = try ownTemporaryFolder()
            temporaryFolder = folder
            place = LedgerPlace(path: folder + "/ledger.db", hub: hub.name, machine: machineName(settings))
            return
        }
        temporaryFolder = nil
        do {
            place = LedgerPlace(
                path: try settings.ledgerPath(), hub: hub.name, machine: machineName(settings),
                makesFolder: !isNamed, takesOver: takesOver)
        } catch {
            throw Failure(error)
        }
    }

    /// Whether the ledger holds the content of that feed. What is wrong with the ledger is told by whoever opens it.
    func isKnownFeed(_ feed: Feed) -> Bool {
        recordsAtStart?[feed]?.content != nil
    }

    /// Whether no run of this ledger has asked that feed.
    func isNewFeed(_ feed: Feed) -> Bool {
        recordsAtStart?[feed] == nil
    }

    private lazy var recordsAtStart: FeedRecords? = try? Ledger.openForReading(place).feeds()

    deinit {
        guard let temporaryFolder else { return }
        for name in ["ledger.db", "ledger.db-wal", "ledger.db-shm", "ledger.db.lock", "ledger.db.users"] {
            unlink("\(temporaryFolder)/\(name)")
        }
        rmdir(temporaryFolder)
    }
}

private func ownTemporaryFolder() throws(Failure) -> String {
    guard let folder = makeTemporaryFolder() else {
        throw Failure(
            .cannotWrite,
            "cannot make a temporary folder in \(temporaryFilesFolder()): \(String(cString: strerror(errno)))")
    }
    return folder
}

/// What tells this machine from others: systemd's machine id, else the host's name.
func machineName(_ settings: ResolvedSettings) -> String {
    if let bytes = try? contents(of: "/etc/machine-id", limit: 1_024) {
        let id = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        if !id.isEmpty { return id }
    }
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension Failure {
    /// The exit code that belongs to what is wrong with a ledger.
    init(_ error: LedgerError) {
        let code: ExitCode =
            switch error.problem {
            case .running: .locked
            case .damaged, .notALedger, .missing: .badInput
            case .newerVersion, .otherHub, .otherMachine, .copied, .networkFileSystem: .badConfiguration
            case .noFolder, .cannotOpen, .notWritable, .busy, .full, .inputOutput, .misuse: .cannotWrite
            }
        self.init(code, "\(error)")
    }
}
