internal import Categories
internal import News

/// A news text with the category that somebody gave it.
struct LabelledRow {
    /// The number of the category; see ``Category/tableCode(_:)``.
    var label: Int
    /// BCP 47 tag; empty when not known.
    var language: String
    var title: String
    var summary: String
    /// Categories that its feed carried, if any.
    var labels: [String]
    var link: String
    /// Data set and publisher.
    var source: String
    /// How the label came about: see ``weight``.
    var how: String
    /// What a larger reader makes of the text, if one was asked.
    var reading: Reading?

    /// What was invented or translated by a machine tells less of how news is written.
    var weight: Float { how.contains("synthetic") || how.hasSuffix("mt") ? 0.5 : 1 }

    /// Whether the label is independent of the link: an aggregator's topic.
    var isFiledByTopic: Bool { how.hasPrefix("api") }
}

/// Reads the rows of several files; those of the sources left out are passed over.
///
/// Columns: `label` and `title`; if there, `lang`, `description`, `feed_categories` (separated by `|`), `link`,
/// `source` (data set, then `/`, then publisher), `how`, and `reading` (thousandths, separated by blanks).
func labelledRows(_ paths: [String], leavingOut sources: Set<String>) throws(TrainerError) -> [LabelledRow] {
    var rows: [LabelledRow] = []
    for path in paths {
        let file = try TabSeparated(path: path)
        let (label, title) = (try file.column("label"), try file.column("title"))
        func text(_ name: Substring, _ row: TabSeparated.Row) -> String {
            guard let column = file.columns.firstIndex(of: name), row.fields.indices.contains(column) else { return "" }
            return String(row.fields[column])
        }
        for row in file.rows {
            let source = text("source", row)
            guard !sources.contains(String(source.prefix { $0 != "/" })) else { continue }
            let name = String(try file.field(label, of: row))
            let category = Category(rawValue: name)
            guard category != nil || name == "None" else {
                throw file.bad(row.line, "\(name) is none of the six categories, nor None")
            }
            rows.append(
                LabelledRow(
                    label: Int(Category.tableCode(category)), language: text("lang", row),
                    title: String(try file.field(title, of: row)), summary: text("description", row),
                    labels: text("feed_categories", row).split(separator: "|").map(String.init),
                    link: text("link", row), source: source, how: text("how", row),
                    reading: try reading(text("reading", row), file, row.line)))
        }
    }
    return rows
}

/// Nil for an empty field.
private func reading(_ text: String, _ file: TabSeparated, _ line: Int) throws(TrainerError) -> Reading? {
    guard !text.isEmpty else { return nil }
    let numbers = text.split(separator: " ").compactMap { Float($0) }
    guard numbers.count == Reading.count, numbers.allSatisfy(\.isFinite) else {
        throw file.bad(line, "the reading is not \(Reading.count) numbers")
    }
    var reading = Reading.zero
    for (number, value) in numbers.enumerated() { reading[number] = value / 1_000 }
    return reading
}
