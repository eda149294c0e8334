import CSQLite
import Glibc
import News
import Stories
import TestSupport
import Testing

@testable import Ledger

/// Where a ledger lies, whose it is, and what happens to its file.
struct PlaceTests {
    private func place(_ folder: TestFolder, hub: String = "hub", machine: String = "desk") -> LedgerPlace {
        LedgerPlace(path: folder.path + "/ledger.db", hub: hub, machine: machine)
    }

    private func problem(_ body: () throws -> Void) -> LedgerError.Problem? {
        do {
            try body()
            return nil
        } catch {
            return (error as? LedgerError)?.problem
        }
    }

    private func mode(_ path: String) -> mode_t {
        var result = stat()
        return stat(path, &result) == 0 ? result.st_mode & 0o777 : 0
    }

    /// A ledger with some content, closed.
    private func makeLedger(_ place: LedgerPlace, items: Int = 400) throws {
        let ledger = try Ledger.open(place)
        let document = FeedDocument(format: .rss, items: (0..<items).map { item($0) })
        let recognition = FeedRecognition(FeedReading(feed: feed("post"), document: document), known: nil)
        let plan = decide(DecidingInput(now: time(9), feeds: [recognition]), rules: DecidingRules()) { _, _ in Mapping()
        }
        _ = try ledger.takeIn(plan, visits: [])
    }

    private func overwrite(_ path: String, at offset: Int, with bytes: [UInt8]) {
        let file = open(path, O_WRONLY)
        #expect(pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count)
        close(file)
    }

    @Test func aNewLedgerIsPrivateOrSharedLikeItsFolder() throws {
        let folder = TestFolder("place")
        for (name, folderMode, fileMode) in [("own", mode_t(0o700), mode_t(0o600)), ("shared", 0o2770, 0o660)] {
            let inner = "\(folder.path)/\(name)"
            mkdir(inner, 0o700)
            chmod(inner, folderMode)
            let place = LedgerPlace(path: inner + "/ledger.db", hub: "hub", machine: "desk")
            let lock = try RunLock(place)
            let ledger = try Ledger.open(place)
            #expect(ledger.wasCreated)
            // 2 is FULL: nothing committed is lost at a power cut.
            #expect(try ledger.database.first("PRAGMA synchronous") { $0.integer(0) } == 2)
            _ = try ledger.takeIn(
                Plan(now: time(9)), visits: [FeedVisit(feed: feed("a"), at: time(9), outcome: .failed("x"))])
            for file in ["ledger.db", "ledger.db-wal", "ledger.db-shm", "ledger.db.lock", "ledger.db.users"] {
                #expect(mode("\(inner)/\(file)") == fileMode, "\(name)/\(file)")
            }
            #expect(try !Ledger.open(place).wasCreated)
            withExtendedLifetime((lock, ledger)) {}
        }
        let deep = folder.path + "/state/bulletin/ledger.db"
        #expect(problem { _ = try Ledger.open(LedgerPlace(path: deep, hub: "hub", machine: "desk")) } == .noFolder)
        _ = try Ledger.open(LedgerPlace(path: deep, hub: "hub", machine: "desk", makesFolder: true))
        #expect(mode(folder.path + "/state") == 0o700)
    }

    @Test func aLedgerBelongsToOneHubOneMachineAndOneFile() throws {
        let folder = TestFolder("place")
        try makeLedger(place(folder))
        #expect(
            problem { _ = try Ledger.open(place(folder, hub: "other")) } == .otherHub(recorded: "hub", given: "other"))
        let elsewhere = place(folder, machine: "laptop")
        let refusal = LedgerError.Problem.otherMachine(recorded: "desk", given: "laptop")
        #expect(problem { _ = try Ledger.open(elsewhere) } == refusal)
        #expect(problem { _ = try Ledger.openForReading(elsewhere) } == refusal)

        var taking = elsewhere
        taking.takesOver = true
        // Taken over, but the run that should adopt everything did not come to its end.
        _ = try Ledger.open(taking)
        #expect(problem { _ = try Ledger.open(elsewhere) } == refusal)
        _ = try Ledger.open(taking).takeIn(Plan(now: time(9)), visits: [])
        #expect(problem { _ = try Ledger.open(elsewhere) } == nil)

        // A backup is put back: another file under the same name.
        let kept = try bytes(elsewhere.path)
        rename(elsewhere.path, elsewhere.path + ".kept")
        write(kept, to: elsewhere.path)
        #expect(problem { _ = try Ledger.open(elsewhere) } == .copied)
        // Put back into the very file, it lacks what was committed since.
        unlink(elsewhere.path)
        rename(elsewhere.path + ".kept", elsewhere.path)
        _ = try Ledger.open(elsewhere).takeIn(Plan(now: time(10)), visits: [])
        write(kept, to: elsewhere.path)
        #expect(problem { _ = try Ledger.open(elsewhere) } == .copied)
        #expect(problem { _ = try Ledger.openForReading(elsewhere) } == .copied)
        _ = try Ledger.open(taking)
        #expect(problem { _ = try Ledger.open(elsewhere) } == .copied)
        _ = try Ledger.open(taking).takeIn(Plan(now: time(11)), visits: [])
        #expect(problem { _ = try Ledger.open(elsewhere) } == nil)
        rename(elsewhere.path, elsewhere.path + ".kept")
        write(kept, to: elsewhere.path)
        var hub = taking
        hub.hub = "other"
        #expect(problem { _ = try Ledger.open(hub) } == .otherHub(recorded: "hub", given: "other"))
    }

    /// S87.
    @Test func damageIsToldAndNeverTakenForAFirstRun() throws {
        let folder = TestFolder("place")
        let place = place(folder)
        try makeLedger(place)
        let sound = try bytes(place.path)
        let inodeHolder = place.path + ".kept"
        link(place.path, inodeHolder)
        let damages: [(String, ([UInt8]) -> [UInt8])] = [
            ("empty", { _ in [] }),
            ("garbage behind the end", { $0 + Array("garbage".utf8) }),
            ("a page of garbage behind the end", { $0 + [UInt8](repeating: 7, count: 4_096) }),
            ("cut in half", { Array($0.prefix($0.count / 2)) }),
            (
                "text",
                { _ in
                    Array("not a database, but longer than a hundred bytes: ".utf8) + [UInt8](repeating: 65, count: 100)
                }
            ),
            ("first page wiped", { [UInt8](repeating: 0, count: 4_096) + $0.dropFirst(4_096) }),
        ]
        for (name, damage) in damages {
            write(damage(sound), to: place.path)
            for isDryRun in [false, true] {
                guard case .damaged = problem({ _ = try isDryRun ? Ledger.openForReading(place) : Ledger.open(place) })
                else {
                    Issue.record("\(name) was not told")
                    continue
                }
            }
            write(sound, to: place.path)
        }
        #expect(problem { _ = try Ledger.open(place) } == nil)
        // Damage at any page is told at the latest by what reads it.
        for page in 1..<(sound.count / 4_096) {
            overwrite(place.path, at: page * 4_096, with: [UInt8](repeating: 0xA5, count: 4_096))
            if problem({ try Ledger.open(place).check() }) == nil { Issue.record("page \(page) was not told") }
            overwrite(place.path, at: page * 4_096, with: Array(sound[(page * 4_096)..<(page * 4_096 + 4_096)]))
        }
    }

    @Test func foreignAndNewerFilesAreRefused() throws {
        let folder = TestFolder("place")
        let place = place(folder)
        try makeLedger(place)
        let database = try Database(place.path, path: place.path, flags: SQLITE_OPEN_READWRITE)
        try database.execute("PRAGMA user_version = 99")
        let newer = LedgerError.Problem.newerVersion(found: 99, supported: Schema.steps.count)
        #expect(problem { _ = try Ledger.open(place) } == newer)
        #expect(problem { _ = try Ledger.openForReading(place) } == newer)
        try database.execute("PRAGMA user_version = 1; PRAGMA application_id = 7")
        #expect(problem { _ = try Ledger.open(place) } == .notALedger)
        mkdir(folder.path + "/folder.db", 0o700)
        guard
            case .cannotOpen = problem({
                _ = try Ledger.open(LedgerPlace(path: folder.path + "/folder.db", hub: "", machine: ""))
            })
        else {
            Issue.record("a folder is no ledger")
            return
        }
        #expect(networkFileSystem(type: 0x6969) == "NFS" && networkFileSystem(type: 0xEF53) == nil)
    }

    /// S29, S30.
    @Test func aSecondBroadcastIsTurnedAway() throws {
        let folder = TestFolder("place")
        let place = place(folder)
        var first: RunLock? = try RunLock(place)
        #expect(problem { _ = try RunLock(place) } == .running(process: Int(getpid())))
        first = nil
        #expect(first == nil && problem { _ = try RunLock(place) } == nil)
        #expect(folder.names == ["ledger.db.lock"])
    }

    /// S87.
    @Test func aFullDiskKeepsTheOldStateWhole() throws {
        let folder = TestFolder("place")
        let place = place(folder)
        try makeLedger(place)
        let ledger = try Ledger.open(place)
        let before = try ledger.feeds().count
        try ledger.database.execute("PRAGMA max_page_count = 1")
        let document = FeedDocument(format: .rss, items: (0..<4_000).map { item($0) })
        let recognition = FeedRecognition(FeedReading(feed: feed("herald"), document: document), known: nil)
        let plan = decide(DecidingInput(now: time(9), feeds: [recognition]), rules: DecidingRules()) { _, _ in Mapping()
        }
        // Nor the validators, which would hide for ever what was not taken in.
        let visit = FeedVisit(feed: feed("herald"), at: time(9), outcome: .read(Validators(etag: "1")))
        #expect(problem { _ = try ledger.takeIn(plan, visits: [visit]) } == .full)
        #expect(try ledger.feeds().count == before)
        try ledger.check()
    }

    @Test func aDryRunLeavesNothingBehindAndSeesWhatWasCommitted() throws {
        let folder = TestFolder("place")
        let place = place(folder)
        #expect(try Ledger.openForReading(place).feeds().count == 0)
        #expect(folder.names.isEmpty)
        let nowhere = LedgerPlace(path: folder.path + "/none/ledger.db", hub: "hub", machine: "desk")
        #expect(try Ledger.openForReading(nowhere).pendingStories().isEmpty)

        try makeLedger(place)
        var names = folder.names
        let closed = try bytes(place.path)
        for _ in 0..<3 { #expect(try Ledger.openForReading(place).feeds().count == 1) }
        #expect(folder.names == names)
        #expect(try bytes(place.path) == closed)

        // As after a kill: committed, but still in the log.
        let open = try Ledger.open(place)
        _ = try open.takeIn(
            Plan(now: time(10)), visits: [FeedVisit(feed: feed("new"), at: time(10), outcome: .failed("timed out"))])
        names = folder.names
        let log = try bytes(place.path + "-wal")
        #expect(try Ledger.openForReading(place).feeds().count == 2)
        #expect(folder.names == names)
        #expect(try bytes(place.path + "-wal") == log)
        withExtendedLifetime(open) {}
    }

    @Test func aLogLeftByADeletedLedgerIsNotReplayedIntoANewOne() throws {
        let folder = TestFolder("place")
        let place = place(folder)
        var ledger: Ledger? = try Ledger.open(place)
        _ = try ledger?.takeIn(
            Plan(now: time(10)), visits: [FeedVisit(feed: feed("a"), at: time(10), outcome: .failed("timed out"))])
        let log = try bytes(place.path + "-wal")
        ledger = nil
        unlink(place.path)
        write(log, to: place.path + "-wal")
        let new = try Ledger.open(place)
        #expect(new.wasCreated)
        #expect(try new.feeds().count == 0)
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var result = stat()
        try #require(file >= 0 && fstat(file, &result) == 0)
        var bytes = [UInt8](repeating: 0, count: result.st_size)
        try #require(read(file, &bytes, bytes.count) == bytes.count)
        return bytes
    }

    private func write(_ bytes: [UInt8], to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
        close(file)
    }
}
