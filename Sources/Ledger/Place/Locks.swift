internal import Glibc

/// A lock of the kernel on a file of its own. It is gone with the process, so none is ever stale; and it is never a lock
/// on the database, since closing any descriptor of that would drop SQLite's own locks. The file stays.
struct FileLock: ~Copyable {
    private let descriptor: Descriptor

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
    func sign() {
        let line = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor.number, 0) == 0 { _ = pwrite(descriptor.number, line, line.count, 0) }
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
}
