internal import PlainText

/// Bytes against their limits, each as numbers and a small bar.
struct ByteBars {
    /// What is counted, how many bytes, and the most there may be.
    typealias Row = (name: String, bytes: Int, limit: Int)

    private let rows: [Row]
    private static let cells = 16

    init(_ rows: [Row]) {
        self.rows = rows
    }

    /// A line for each; the bars are left out where they do not fit.
    func lines(columns: Int) -> [String] {
        let names = rows.map { displayWidth(of: $0.name) }.max() ?? 0
        let digits = rows.map { String($0.bytes).count }.max() ?? 0
        let limits = rows.map { ByteBars.limitWords($0.limit) }
        let widest = limits.map(\.count).max() ?? 0
        return zip(rows, limits).map { row, limit in
            let count = String(row.bytes)
            let line =
                padded(row.name, toColumns: names) + "  " + String(repeating: " ", count: digits - count.count) + count
                + limit
            let bar =
                String(repeating: " ", count: widest - limit.count + 2) + "[" + ByteBars.bar(row.bytes, row.limit) + "]"
            return displayWidth(of: line + bar) <= columns && row.limit < .max ? line + bar : line
        }
    }

    private static func limitWords(_ limit: Int) -> String { limit < .max ? " of \(limit) bytes" : " bytes" }

    /// In eighths of a cell; anything that is there is seen.
    private static func bar(_ bytes: Int, _ limit: Int) -> String {
        let most = cells * 8
        let eighths = bytes <= 0 ? 0 : min(most, max(1, bytes * most / max(1, limit)))
        let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let bar = String(repeating: "█", count: eighths / 8) + part
        return bar + String(repeating: " ", count: cells - bar.count)
    }
}
