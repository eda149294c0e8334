internal import Glibc

/// Replaces the content of a file in one step: a reader never sees half of it, and a program that is cut off leaves the old
/// one. The file has that mode whatever the mask says.
func replaceFile(_ path: String, with bytes: [UInt8], mode: mode_t) throws(ContentFault) {
    let draft = "\(path).\(getpid()).new"
    unlink(draft)
    do throws(ContentFault) {
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw systemFault() }
        defer { close(descriptor) }
        guard fchmod(descriptor, mode) == 0 else { throw systemFault() }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw systemFault() }
            rest = rest.dropFirst(max(0, count))
        }
        guard rename(draft, path) == 0 else { throw systemFault() }
    } catch {
        unlink(draft)
        throw error
    }
}
