internal import CSQLite
internal import Glibc

/// Makes a new ledger where there is none, whole or not at all: it is written under another name and renamed, so that a
/// crash or a full disk never leaves an empty file that would later pass for a first run. Answers whether it was made.
func createLedger(_ place: LedgerPlace) throws(LedgerError) -> Bool {
    let folder = try Descriptor(place.folder, flags: O_RDONLY | O_DIRECTORY, called: place.path)
    // Two first runs at the same time must not make two ledgers. The folder itself is locked, for a moment.
    flock(folder.number, LOCK_EX)
    defer { flock(folder.number, LOCK_UN) }
    guard try status(place.path) == nil else { return false }
    guard let hub = place.hub else { throw LedgerError(.missing, path: place.path) }

    let name = place.path + ".new"
    // What a deleted ledger left behind would be replayed into the new one.
    for leftover in [name, name + "-journal", place.path + "-wal", place.path + "-shm", place.path + "-journal"] {
        unlink(leftover)
    }
    // Nor does it have the commits of that one.
    truncate(place.usersLockPath, 0)
    let file = try Descriptor(
        name, flags: O_RDWR | O_CREAT | O_EXCL, mode: fileMode(inFolder: place.folder), called: place.path)
    do {
        try fill(name, place, hub: hub, inode: inode(of: file, place))
    } catch {
        unlink(name)
        throw error
    }
    guard fsync(file.number) == 0, rename(name, place.path) == 0, fsync(folder.number) == 0 else {
        throw LedgerError(.inputOutput(systemReason()), path: place.path)
    }
    return true
}

private func inode(of file: borrowing Descriptor, _ place: LedgerPlace) throws(LedgerError) -> UInt64 {
    var result = stat()
    guard fstat(file.number, &result) == 0 else { throw LedgerError(.inputOutput(systemReason()), path: place.path) }
    return UInt64(result.st_ino)
}

private func fill(_ name: String, _ place: LedgerPlace, hub: String, inode: UInt64) throws(LedgerError) {
    let database = try Database(name, path: place.path, flags: SQLITE_OPEN_READWRITE)
    try database.execute("PRAGMA synchronous = FULL")
    try Schema.migrate(database)
    try Binding(hub: hub, machine: place.machine, inode: inode).write(to: database)
}
