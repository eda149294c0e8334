internal import Categories
internal import News

/// A row and what a model made of it that saw no text of the same source.
struct HeldOutRow {
    var row: LabelledRow
    /// By the words alone; nil where they say nothing.
    var byWords: CalibrationCase?
    /// With link and labels, for rows that an aggregator filed: there the label is independent of the link.
    var withSections: CalibrationCase?
    /// Whether the model saw at least half of the texts in the row's language: what one that hardly saw it says tells
    /// nothing about one that did.
    var isTaught: Bool
    /// As they come from the model.
    var scores: SIMD8<Float>
}

/// The parts of cross-validation: sources are dealt into them.
struct Parts {
    /// 0 where nothing is cross-validated.
    let count: Int
    /// The part of each row.
    let numbers: [Int]

    init(_ rows: [LabelledRow], of folds: Int) {
        count = folds
        numbers = rows.map { folds > 0 ? Int(stableHash($0.source.utf8) % UInt64(folds)) : 0 }
    }
}

/// What the models made of the rows that each of them did not see.
func crossValidated(
    _ rows: [LabelledRow], _ parts: Parts, _ tables: ArraySlice<Packed>
) -> (rows: [HeldOutRow], temperature: Float) {
    let (folds, tables) = (parts.numbers, Array(tables))
    let taught = (0..<parts.count).map { taughtLanguages(rows, folds, without: $0) }
    let temperature = bestTemperature(rows, folds, tables)
    var held: [HeldOutRow] = []
    for (fold, table) in tables.enumerated() {
        table.withTemperature(temperature).withModel { model in
            held += rows.indices.filter { folds[$0] == fold }.map { row in
                HeldOutRow(rows[row], model, isTaught: taught[fold].contains(rows[row].language))
            }
        }
    }
    return (held, temperature)
}

/// The languages of which the training for a part saw at least half of the texts.
private func taughtLanguages(_ rows: [LabelledRow], _ folds: [Int], without fold: Int) -> Set<String> {
    var counts: [String: (all: Int, seen: Int)] = [:]
    for (row, part) in zip(rows, folds) {
        counts[row.language, default: (0, 0)].all += 1
        if part != fold { counts[row.language, default: (0, 0)].seen += 1 }
    }
    return Set(counts.filter { $0.value.seen * 2 >= $0.value.all }.keys)
}

extension HeldOutRow {
    init(_ row: LabelledRow, _ model: TextModel, isTaught: Bool) {
        self.isTaught = isTaught
        let mapper = CategoryMapper()
        let feed = FeedSections(
            of: Feed(location: .file("")), language: row.language.isEmpty ? nil : row.language)
        var item = Item(title: row.title, summary: Markup(row.summary, form: .plain))
        byWords = mapper.calibrationCase(item, in: feed, model: model)
        if row.isFiledByTopic, !row.link.isEmpty {
            item.link = row.link
            item.categories = row.labels.map { ItemCategory(term: $0) }
            withSections = mapper.calibrationCase(item, in: feed, model: model)
        }
        scores = SIMD8<Float>(model.scores(title: row.title, summary: row.summary).scores)
        self.row = row
    }
}

/// The divisor of scores with which probabilities hold best.
private func bestTemperature(_ rows: [LabelledRow], _ folds: [Int], _ tables: [Packed]) -> Float {
    var scores: [(label: Int, scores: SIMD8<Float>)] = []
    for (fold, table) in tables.enumerated() {
        table.withModel { model in
            for (row, part) in zip(rows, folds) where part == fold {
                let text = model.scores(title: row.title, summary: row.summary)
                scores.append((row.label, SIMD8<Float>(text.scores)))
            }
        }
    }
    let candidates = stride(from: 0.5 as Float, through: 3, by: 0.05)
    let losses = candidates.map { temperature in
        scores.reduce(0.0) { $0 - logarithm(Double(softmax($1.scores / temperature)[$1.label])) }
    }
    let best = losses.indices.min { losses[$0] < losses[$1] } ?? 0
    return Array(candidates)[best]
}

extension Packed {
    /// Calls `body` with the model in the table.
    func withModel(_ body: (TextModel) -> Void) {
        bytes.withUnsafeBytes { if let model = TextModel($0) { body(model) } }
    }

    fileprivate func withTemperature(_ temperature: Float) -> Packed {
        var changed = self
        let place = PackedTable.headerSize + 4 * TextParameters.Name.temperature.rawValue
        withUnsafeBytes(of: temperature.bitPattern.littleEndian) {
            changed.bytes.replaceSubrange(place..<place + 4, with: $0)
        }
        return changed
    }
}
