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
    /// What larger readers make of the text, a probability for each outcome: of those that saw no text of a part of the
    /// sources, for each of the parts, and then of those that saw texts of all. Nil where none was asked.
    var guesses: [SIMD8<Float>?] = []

    /// What was invented or translated by a machine tells less of how news is written.
    var weight: Float { how.contains("synthetic") || how.hasSuffix("mt") ? 0.5 : 1 }

    /// Whether the label is independent of the link: an aggregator's topic.
    var isFiledByTopic: Bool { how.hasPrefix("api") }
}

/// Reads the rows of several files; those of the sources left out are passed over.
///
/// Columns: `label` and `title`; if there, `lang`, `description`, `feed_categories` (separated by `|`), `link`,
/// `source` (data set, then `/`, then publisher), `how`, and `guess` (see ``guess(_:_:_:)``) with `guess-1` and so on, as
/// many as there are `parts`.
func labelledRows(
    _ paths: [String], leavingOut sources: Set<String>, parts: Int = 0
) throws(TrainerError) -> [LabelledRow] {
    var rows: [LabelledRow] = []
    for path in paths {
        let file = try TabSeparated(path: path)
        let (label, title) = (try file.column("label"), try file.column("title"))
        func text(_ name: Substring, _ row: TabSeparated.Row) -> String {
            guard let column = file.columns.firstIndex(of: name), row.fields.indices.contains(column) else { return "" }
            return String(row.fields[column])
        }
        let guessColumns = try guessColumns(of: file, parts: parts)
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
                    guesses: try guessColumns.map { (column) throws(TrainerError) in
                        try guess(text(column, row), file, row.line)
                    }))
        }
    }
    return rows
}

/// A file with guesses has one of each kind: a cross-validated model must not learn from a reader that saw what the model
/// is then asked about.
private func guessColumns(of file: TabSeparated, parts: Int) throws(TrainerError) -> [Substring] {
    let columns = (0..<parts).map { "guess-\($0 + 1)"[...] } + ["guess"]
    guard file.columns.contains("guess") else { return columns }
    for column in columns { _ = try file.column(String(column)) }
    return columns
}

/// Seven shares, World to none of the six, separated by blanks, that add up to about 1; nil for an empty field.
private func guess(_ text: String, _ file: TabSeparated, _ line: Int) throws(TrainerError) -> SIMD8<Float>? {
    guard !text.isEmpty else { return nil }
    let shares = text.split(separator: " ").compactMap { Float($0) }
    let sum = shares.reduce(0, +)
    guard shares.count == 7, shares.allSatisfy({ $0 >= 0 }), (0.9...1.1).contains(sum) else {
        throw file.bad(line, "\(text) is not seven shares that add up to 1")
    }
    var guess = SIMD8<Float>(repeating: 0)
    for (outcome, share) in shares.enumerated() { guess[outcome] = share / sum }
    return guess
}
