internal import CSQLite
internal import Glibc

/// The words of the system for what went wrong last.
func systemReason(_ code: Int32 = errno) -> String {
    String(cString: strerror(code))
}

/// What the system says about a file; nil if there is none.
func status(_ path: String) throws(LedgerError) -> stat? {
    var result = stat()
    if stat(path, &result) == 0 { return result }
    guard errno == ENOENT || errno == ENOTDIR else { throw LedgerError(.cannotOpen(systemReason()), path: path) }
    return nil
}

/// The mode of files in that folder: they are shared where the folder hands its group on.
func fileMode(inFolder folder: String) -> mode_t {
    var result = stat()
    return stat(folder, &result) == 0 && result.st_mode & S_ISGID != 0 ? 0o660 : 0o600
}

/// A file descriptor, closed once.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Opens a file; `mode` is given to a new one whatever the umask says.
    init(_ path: String, flags: Int32, mode: mode_t = 0, called name: String) throws(LedgerError) {
        number = open(path, flags | O_CLOEXEC, mode)
        guard number < 0 else {
            if flags & O_CREAT != 0, flags & O_EXCL != 0 { fchmod(number, mode) }
            return
        }
        switch errno {
        case ENOENT, ENOTDIR: throw LedgerError(.noFolder, path: name)
        case EACCES where flags & O_ACCMODE == O_RDONLY: throw LedgerError(.cannotOpen(systemReason()), path: name)
        case EACCES, EROFS, EPERM: throw LedgerError(.notWritable(systemReason()), path: name)
        case ENOSPC, EDQUOT: throw LedgerError(.full, path: name)
        default: throw LedgerError(.cannotOpen(systemReason()), path: name)
        }
    }

    deinit {
        if number >= 0 { close(number) }
    }
}

/// Sees to the folder: there, local, and writable by nobody's locks but the system's.
func prepareFolder(of place: LedgerPlace) throws(LedgerError) {
    if place.makesFolder { makeFolders(place.folder) }
    let type = bulletin_file_system_type(place.folder)
    guard type >= 0 else {
        throw LedgerError(
            errno == ENOENT || errno == ENOTDIR ? .noFolder : .cannotOpen(systemReason()), path: place.path)
    }
    if let name = networkFileSystem(type: type) {
        throw LedgerError(.networkFileSystem(name), path: place.path)
    }
}

/// The folder and those above it, private to the user, as the XDG specification asks; a failure shows when it is used.
private func makeFolders(_ folder: String) {
    guard access(folder, F_OK) != 0, folder.count > 1 else { return }
    if let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > folder.startIndex {
        makeFolders(String(folder[..<slash]))
    }
    mkdir(folder, 0o700)
}

/// The name of a network file system by its magic number (statfs(2)): their locks may be lost, or be local to each
/// machine. FUSE is not among them, since containers keep local disks behind it.
func networkFileSystem(type: Int64) -> String? {
    switch UInt32(truncatingIfNeeded: type) {
    case 0x6969: "NFS"
    case 0x517B, 0xFE53_4D42, 0xFF53_4D42: "SMB"
    case 0x5346_414F, 0x6B41_4653: "AFS"
    case 0x00C3_6400: "Ceph"
    case 0x0BD0_0BD0: "Lustre"
    case 0x7375_7245: "Coda"
    case 0x564C: "NCP"
    case 0x0116_1970: "GFS2"
    case 0x7461_636F: "OCFS2"
    case 0x0102_1997: "9P"
    default: nil
    }
}

/// Makes a folder for this process alone among the temporary files; nil, with `errno`, where that cannot be.
public func makeTemporaryFolder() -> String? {
    var template = Array("\(temporaryFilesFolder())/bulletin-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Where temporary files go; an empty `TMPDIR` counts as none, as everywhere.
public func temporaryFilesFolder() -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return folder.isEmpty ? "/tmp" : folder
}
