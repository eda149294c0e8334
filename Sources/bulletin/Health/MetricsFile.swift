internal import Glibc

/// The file that the node exporter reads. It is replaced in one step: a reader never sees half of it.
struct MetricsFile {
    let path: String

    private static let largestSize = 1 << 20

    /// Replaces the content by what `text` makes of the earlier one.
    func update(_ text: (_ earlier: String) -> String) throws(ContentFault) {
        let earlier = (try? contents(of: path, limit: MetricsFile.largestSize)) ?? []
        let bytes = Array(text(String(decoding: earlier, as: UTF8.self)).utf8)
        // The collector reads what ends with .prom alone.
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        do throws(ContentFault) {
            let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw systemFault() }
            defer { close(descriptor) }
            // The exporter is another user, whatever the mask of cron says.
            guard fchmod(descriptor, 0o644) == 0 else { throw systemFault() }
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
}
