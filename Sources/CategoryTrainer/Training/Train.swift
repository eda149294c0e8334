internal import Categories
internal import News

/// Trains the text model, reports its scores, and gives its table.
func train(_ options: TrainOptions) throws(TrainerError) -> Packed {
    let parts = options.folds > 1 ? options.folds : 0
    let rows = try labelledRows(options.texts, leavingOut: options.leftOut)
    guard !rows.isEmpty else { throw .usage("the files hold no texts") }
    let corpus = Corpus(rows)
    // What occurs in one text alone tells nothing about others.
    let all = TrainingTexts(corpus, chosen: corpus.hashes.indices.filter { corpus.frequencies[$0] > 1 })
    say("\(rows.count) texts, \(corpus.hashes.count) features, \(all.chosen.count) in more than one text")
    let dealt = Parts(rows, of: parts)
    // The last is the one of all texts.
    let fits = sideBySide(parts + 1) { part in
        let positions = rows.indices.filter { part == parts || dealt.numbers[$0] != part }
        say(part < parts ? "part \(part + 1) of \(parts) left out" : "all texts")
        return fit(corpus, rows, at: positions, slots: options.slots, options.plan, all: all)
    }
    let tables = fits.map { packTextModel($0, corpus, slots: options.slots, TableNumbers($0), digest: 0) }
    let held = parts > 0 ? crossValidated(rows, dealt, tables.dropLast()) : ([], 1)
    guard let fitted = fits.last else { throw .usage("the files hold no texts") }
    say("\(fitted.features.count) features in \(options.slots) slots")
    var numbers = TableNumbers(fitted)
    numbers[.temperature] = held.1
    if !held.0.isEmpty {
        report(held.0, temperature: held.1)
        Calibrating(held.0).write(into: &numbers)
    }
    let packed = packTextModel(fitted, corpus, slots: options.slots, numbers, digest: try options.digest())
    try packed.bytes.withUnsafeBytesTyped { bytes throws(TrainerError) in
        for path in options.held { try reportHeld(path, TextModel(bytes)) }
    }
    return packed
}

private func report(_ held: [HeldOutRow], temperature: Float) {
    say("cross-validated by publisher (scores divided by \(temperature)):")
    let scores = held.map(\.scores)
    say("  all: \(PredictionScores(scores, held.map(\.row.label)).text)")
    printByLanguage(scores, held.map(\.row))
}

/// The accuracy in each language, in one line.
private func printByLanguage(_ scores: [SIMD8<Float>], _ rows: [LabelledRow]) {
    let texts = Set(rows.map(\.language)).sorted().map { language in
        let positions = rows.indices.filter { rows[$0].language == language }
        let score = PredictionScores(positions.map { scores[$0] }, positions.map { rows[$0].label })
        return "\(language) \(percent(score.accuracy)) of \(score.count)"
    }
    say("  " + texts.joined(separator: ", "))
}

/// Scores of the finished table on texts that it was not trained on, through the code that the program runs.
private func reportHeld(_ path: String, _ model: TextModel?) throws(TrainerError) {
    guard let model else { return }
    let rows = try labelledRows([path], leavingOut: [])
    let scores = rows.map { row in
        SIMD8<Float>(model.scores(title: row.title, summary: row.summary).scores)
    }
    say("\(path):")
    say("  all: \(PredictionScores(scores, rows.map(\.label)).text)")
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
