/// The file that the node exporter reads. It is replaced in one step: a reader never sees half of it.
struct MetricsFile {
    let path: String

    private static let largestSize = 1 << 20

    /// Replaces the content by what `text` makes of the earlier one.
    func update(_ text: (_ earlier: String) -> String) throws(ContentFault) {
        let earlier = (try? contents(of: path, limit: MetricsFile.largestSize)) ?? []
        let bytes = Array(text(String(decoding: earlier, as: UTF8.self)).utf8)
        // The exporter is another user, whatever the mask of cron says. The collector reads what ends with .prom alone, not
        // the draft.
        try replaceFile(path, with: bytes, mode: 0o644)
    }
}
