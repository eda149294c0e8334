internal import Categories
internal import News

/// Trains the text model, reports its scores, and gives its table.
func train(_ options: TrainOptions) throws(TrainerError) -> Packed {
    let rows = try labelledRows(options.texts, leavingOut: options.leftOut)
    guard !rows.isEmpty else { throw .usage("the files hold no texts") }
    let corpus = Corpus(rows)
    // What occurs in one text alone tells nothing about others.
    let all = TrainingTexts(corpus, chosen: corpus.hashes.indices.filter { corpus.frequencies[$0] > 1 })
    print("\(rows.count) texts, \(corpus.hashes.count) features, \(all.chosen.count) in more than one text")
    if options.folds > 1 {
        let predictions = crossValidated(corpus, rows, all, options)
        report(predictions, rows)
    }
    let fitted = fit(corpus, rows: rows, at: Array(rows.indices), slots: options.slots, options.plan, all: all)
    print("\(fitted.model.weights.count) features in \(options.slots) slots")
    let packed = packTextModel(fitted, corpus, slots: options.slots, digest: try options.digest())
    try packed.bytes.withUnsafeBytesTyped { bytes throws(TrainerError) in
        for path in options.held { try reportHeld(path, TextModel(bytes)) }
    }
    return packed
}

/// Scores of every row by a model that saw no text of the same source.
private func crossValidated(
    _ corpus: Corpus, _ rows: [LabelledRow], _ all: TrainingTexts, _ options: TrainOptions
) -> [SIMD8<Float>] {
    var predictions = [SIMD8<Float>](repeating: .zero, count: rows.count)
    let folds = rows.map { Int(stableHash($0.source.utf8) % UInt64(options.folds)) }
    for fold in 0..<options.folds {
        let positions = rows.indices.filter { folds[$0] != fold }
        let fitted = fit(corpus, rows: rows, at: positions, slots: options.slots, options.plan, all: all)
        for row in rows.indices where folds[row] == fold { predictions[row] = fitted.model.scores(of: fitted.texts[row]) }
    }
    return predictions
}

private func report(_ predictions: [SIMD8<Float>], _ rows: [LabelledRow]) {
    func line(_ name: String, _ positions: [Int]) {
        print("  \(name): \(PredictionScores(positions.map { predictions[$0] }, positions.map { rows[$0].label }).text)")
    }
    print("cross-validated by publisher:")
    line("all", Array(rows.indices))
    printByLanguage(predictions, rows)
}

/// The accuracy in each language, in one line.
private func printByLanguage(_ scores: [SIMD8<Float>], _ rows: [LabelledRow]) {
    let texts = Set(rows.map(\.language)).sorted().map { language in
        let positions = rows.indices.filter { rows[$0].language == language }
        let score = PredictionScores(positions.map { scores[$0] }, positions.map { rows[$0].label })
        return "\(language) \(percent(score.accuracy)) of \(score.count)"
    }
    print("  " + texts.joined(separator: ", "))
}

/// Scores of the finished table on texts that it was not trained on, through the code that the program runs.
private func reportHeld(_ path: String, _ model: TextModel?) throws(TrainerError) {
    guard let model else { return }
    let rows = try labelledRows([path], leavingOut: [])
    let scores = rows.map { row in
        SIMD8<Float>(model.scores(of: TextFeatures(title: row.title, summary: row.summary)).scores)
    }
    print("\(path):")
    print("  all: \(PredictionScores(scores, rows.map(\.label)).text)")
    printByLanguage(scores, rows)
}

extension PredictionScores {
    /// Of scores as they come from the model.
    fileprivate init(_ scores: [SIMD8<Float>], _ labels: [Int]) {
        let probabilities = scores.map(softmax)
        let outcomes = probabilities.map { row in (0..<7).max { row[$0] < row[$1] } ?? 6 }
        self.init(
            labels: labels, outcomes: outcomes,
            confidences: zip(probabilities, outcomes).map { Double($0[$1]) })
    }
}

extension Array where Element == UInt8 {
    fileprivate func withUnsafeBytesTyped(
        _ body: (UnsafeRawBufferPointer) throws(TrainerError) -> Void
    ) throws(TrainerError) {
        let result: Result<Void, TrainerError> = withUnsafeBytes { bytes in
            do throws(TrainerError) {
                return .success(try body(bytes))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
