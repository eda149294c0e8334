internal import Glibc
internal import News

/// A lock of the kernel on a file of its own. It is gone with the process, so none is ever stale; and it is never a lock
/// on the database, since closing any descriptor of that would drop SQLite's own locks. The file stays.
struct FileLock: ~Copyable {
    private let descriptor: Descriptor

    /// Its descriptor, for what is noted in the file; valid for as long as this is.
    var number: Int32 { descriptor.number }

    /// Opens the lock file beside a ledger, without locking it.
    init(_ path: String, place: LedgerPlace) throws(LedgerError) {
        // The same rights as the ledger: whoever may write that may lock it.
        let mode = fileMode(inFolder: place.folder)
        if try status(path) == nil {
            if let created = try? Descriptor(
                path, flags: O_RDWR | O_CREAT | O_EXCL, mode: mode, called: place.path)
            {
                descriptor = created
                return
            }
        }
        descriptor = try Descriptor(path, flags: O_RDWR | O_CREAT, mode: mode, called: place.path)
    }

    /// Lets go by word, not only by closing: a child process that is just being started holds a copy of the descriptor
    /// until it runs its program.
    deinit {
        flock(descriptor.number, LOCK_UN)
    }

    /// Takes the lock, alone or shared with others; false if somebody stands against it and it shall not wait.
    func take(alone: Bool, waiting: Bool = false) -> Bool {
        let how = (alone ? LOCK_EX : LOCK_SH) | (waiting ? 0 : LOCK_NB)
        while flock(descriptor.number, how) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// The process that wrote its number into the file.
    var holder: Int? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor.number, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
    }

    /// Writes this process's number into the file, for others to name it.
    func sign() { write("\(getpid())\n", at: 0, length: FileLock.noteStart) }

    /// The note begins here; the number before it is never as long.
    private static let noteStart = 32
    /// The file has this length from its first use: what is overwritten finds room on a disk that is full.
    private static let length = 256

    /// A line that is kept beside the ledger, for the time when the ledger cannot be written.
    var note: String {
        var bytes = [UInt8](repeating: 0, count: FileLock.length - FileLock.noteStart)
        let count = pread(descriptor.number, &bytes, bytes.count, off_t(FileLock.noteStart))
        guard count > 0 else { return "" }
        return String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Keeps that line. Where it cannot be written the earlier one stays.
    func keep(_ note: String) {
        write(note + "\n", at: FileLock.noteStart, length: FileLock.length - FileLock.noteStart)
    }

    private func write(_ text: String, at offset: Int, length: Int) {
        var bytes = Array(text.utf8.prefix(length))
        bytes += [UInt8](repeating: 0x20, count: length - bytes.count)
        _ = pwrite(descriptor.number, bytes, bytes.count, off_t(offset))
    }
}

/// What a broadcast holds while it runs, so that a second one on the same ledger ends at once. A hand send does not take
/// it. Release it by letting go of the value.
public final class RunLock {
    private let lock: FileLock

    /// Takes the run lock of a ledger, which need not exist yet. Throws ``LedgerError/Problem/running(process:)`` if
    /// another process has it.
    public init(_ place: LedgerPlace) throws(LedgerError) {
        try prepareFolder(of: place)
        lock = try FileLock(place.runLockPath, place: place)
        guard lock.take(alone: true) else {
            throw LedgerError(.running(process: lock.holder), path: place.path)
        }
        lock.sign()
    }

    /// The trouble with the ledger itself, which the ledger cannot remember; nil where there was none at the end of the
    /// last run.
    public var trouble: TroubleRecord? {
        let parts = lock.note.split(separator: " ")
        guard parts.count == 5, let since = Int64(parts[0]), let toldAt = Int64(parts[1]),
            let tellings = Int(parts[2]), let times = Int(parts[3])
        else { return nil }
        var trouble = TroubleRecord(
            key: RunLock.key, kind: String(parts[4]), words: "", since: Instant(secondsSince1970: since))
        trouble.toldAt = Instant(secondsSince1970: toldAt)
        trouble.tellings = tellings
        trouble.times = times
        return trouble
    }

    /// Remembers that trouble, or that there is none any more.
    public func keep(_ trouble: TroubleRecord?) {
        guard let trouble else {
            if !lock.note.allSatisfy({ $0 == " " }) { lock.keep("") }
            return
        }
        let times = [trouble.since, trouble.toldAt ?? trouble.since].map { "\($0.secondsSince1970)" }
        lock.keep((times + ["\(trouble.tellings)", "\(trouble.times)", trouble.kind]).joined(separator: " "))
    }

    /// The key of that trouble.
    public static let key = "ledger"
}
