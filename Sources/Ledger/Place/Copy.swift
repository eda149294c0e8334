internal import Glibc

/// A private folder that is gone with the value.
final class TemporaryFolder {
    let path: String
    /// Nobody had the ledger open for writing when it was copied.
    fileprivate(set) var wasAlone = false

    init(_ place: LedgerPlace) throws(LedgerError) {
        guard let path = makeTemporaryFolder() else {
            throw LedgerError(
                .cannotOpen("no temporary copy in \(temporaryFilesFolder()): \(systemReason())"), path: place.path)
        }
        self.path = path
    }

    var databasePath: String { path + "/ledger.db" }

    deinit {
        for name in ["", "-wal", "-shm", "-journal"] { unlink(databasePath + name) }
        rmdir(path)
    }
}

/// Copies database and log into a private folder. Opened where it lies, even for reading only, SQLite would leave files
/// beside it; opened as immutable, it would not see what a killed run left in the log.
///
/// The lock that writers share keeps them away for the moment. Where one is at work, the copy is taken again until the
/// database did not change meanwhile: the log only grows at its end, and what is cut off there was not committed.
func copyLedger(_ place: LedgerPlace) throws(LedgerError) -> TemporaryFolder {
    if let file = try status(place.path), file.st_mode & S_IFMT != S_IFREG {
        throw LedgerError(.cannotOpen("it is no file"), path: place.path)
    }
    let folder = try TemporaryFolder(place)
    if let lock = try? Descriptor(place.usersLockPath, flags: O_RDONLY, called: place.path),
        flock(lock.number, LOCK_EX | LOCK_NB) == 0
    {
        try copyOnce(place, to: folder)
        folder.wasAlone = true
        return folder
    }
    for _ in 0..<50 {
        let before = try signature(place)
        try copyOnce(place, to: folder)
        // Two writes within one tick of the file system's clock bear the same time.
        usleep(10_000)
        if try signature(place) == before { return folder }
    }
    throw LedgerError(.busy, path: place.path)
}

/// What changes when the database file, or the beginning of its log, is written.
private struct Signature: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var logInode: UInt64
    var logHead: [UInt8]
}

private func signature(_ place: LedgerPlace) throws(LedgerError) -> Signature {
    let file = try status(place.path)
    let log = try status(place.path + "-wal")
    var head = [UInt8](repeating: 0, count: 32)
    if log != nil, let descriptor = try? Descriptor(place.path + "-wal", flags: O_RDONLY, called: place.path) {
        _ = pread(descriptor.number, &head, head.count, 0)
    }
    return Signature(
        size: file?.st_size ?? 0, seconds: file?.st_mtim.tv_sec ?? 0, nanoseconds: file?.st_mtim.tv_nsec ?? 0,
        logInode: log.map { UInt64($0.st_ino) } ?? 0, logHead: head)
}

private func copyOnce(_ place: LedgerPlace, to folder: TemporaryFolder) throws(LedgerError) {
    unlink(folder.databasePath + "-wal")
    try copyFile(place.path, to: folder.databasePath, place)
    if try status(place.path + "-wal") != nil {
        try copyFile(place.path + "-wal", to: folder.databasePath + "-wal", place)
    }
}

private func copyFile(_ source: String, to target: String, _ place: LedgerPlace) throws(LedgerError) {
    let from = try Descriptor(source, flags: O_RDONLY, called: place.path)
    let to = try Descriptor(target, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600, called: place.path)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        let count = read(from.number, &buffer, buffer.count)
        if count == 0 { return }
        guard count > 0 else { throw LedgerError(.inputOutput(systemReason()), path: place.path) }
        var written = 0
        while written < count {
            let part = buffer.withUnsafeBytes { bytes in
                write(to.number, bytes.baseAddress.map { $0 + written }, count - written)
            }
            guard part > 0 else {
                throw LedgerError(.cannotOpen("no temporary copy: \(systemReason())"), path: place.path)
            }
            written += part
        }
    }
}
