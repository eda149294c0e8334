internal import Feeds
internal import Glibc
internal import HTTP
internal import News
internal import Settings

/// A feed list in a file that can be written anew.
struct FeedListFile {
    /// The path as it was named.
    let path: String
    /// The file behind it, so that a symbolic link stays one.
    private let target: String

    /// The files of all sources; an error when one of them is none that can be written.
    static func all(_ sources: [String]) throws(Failure) -> [FeedListFile] {
        var lists: [FeedListFile] = []
        for source in sources { lists.append(try FeedListFile(source)) }
        return lists
    }

    private init(_ path: String) throws(Failure) {
        guard !path.contains("://") else {
            throw Failure(
                .badInput, "\(withoutCredentials(path)): --update-feeds needs a list in a file of this machine")
        }
        guard let resolved = realpath(path, nil) else {
            throw Failure(.badInput, "\(path): \(String(cString: strerror(errno)))")
        }
        defer { free(resolved) }
        self.path = path
        target = String(cString: resolved)
        var status = stat()
        guard stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(target, W_OK) == 0,
            access(folder, W_OK) == 0
        else {
            throw Failure(.badInput, "\(path): --update-feeds needs a list that can be written, and a folder too")
        }
    }

    private var folder: String {
        target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    }

    /// Puts new addresses in the place of old ones and gives the number of changes. The list is read again, as somebody
    /// may have edited it meanwhile; it is replaced in one step, so that a run that is cut off leaves the old one.
    func update(_ moved: [String: String]) throws(ContentFault) -> Int {
        let old = try contents(of: target, limit: FeedList.largestSize)
        guard let rewritten = FeedList.rewriting(old, moved: moved) else {
            throw ContentFault(reason: "it is encoded as UTF-16 or UTF-32; save it as UTF-8")
        }
        guard rewritten.changes > 0 else { return 0 }
        let draft = "\(target).\(getpid()).new"
        do throws(ContentFault) {
            try write(rewritten.list, to: draft)
            guard rename(draft, target) == 0 else { throw systemFault() }
        } catch {
            unlink(draft)
            throw error
        }
        try synchronise(folder, O_RDONLY | O_DIRECTORY)
        return rewritten.changes
    }

    private func write(_ bytes: [UInt8], to draft: String) throws(ContentFault) {
        var status = stat()
        guard stat(target, &status) == 0 else { throw systemFault() }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw systemFault() }
        defer { close(descriptor) }
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { throw systemFault() }
        if own.st_uid != status.st_uid || own.st_gid != status.st_gid {
            guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else { throw systemFault() }
        }
        guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw systemFault() }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw systemFault() }
            rest = rest.dropFirst(max(0, count))
        }
        guard fsync(descriptor) == 0 else { throw systemFault() }
    }

    private func synchronise(_ path: String, _ flags: Int32) throws(ContentFault) {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemFault() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw systemFault() }
    }
}

/// The new addresses by the old ones as the list has them, and the feeds whose credentials must not go to the new one.
func newAddresses(_ moves: [(feed: Feed, address: String)]) -> (moved: [String: String], left: [Feed]) {
    var moved: [String: String] = [:]
    var left: [Feed] = []
    for (feed, address) in moves {
        guard case .address(let old) = feed.location else { continue }
        let isSafe = !feed.hasSecret || isSafeForCredentials(of: old, address)
        if isSafe, let new = carryingCredentials(of: old, to: address) { moved[old] = new } else { left.append(feed) }
    }
    return (moved, left)
}
