internal import Categories
internal import Glibc
internal import News

/// The numbers that stand before the slots of a table.
struct TableNumbers {
    private(set) var numbers = [Float](repeating: 0, count: TextModel.parameterCount)

    subscript(name: TextParameters.Name, offset: Int = 0) -> Float {
        get { numbers[name.rawValue + offset] }
        set { numbers[name.rawValue + offset] = newValue }
    }

    /// Those of the model itself.
    init(_ fitted: FittedModel) {
        self[.features] = TextModel.features
        self[.step] = fitted.step
        self[.temperature] = 1
        for outcome in 0..<7 { self[.bias, outcome] = fitted.model.bias[outcome] }
    }
}

/// What is allowed at a preset, as shares of what goes out.
struct PresetLimits {
    /// Another of the six.
    var wrong: Double
    /// None of the six.
    var stray: Double

    /// Some room is left, as the texts of tomorrow are not those of the training.
    static func of(_ preset: MappingPreset) -> PresetLimits {
        switch preset {
        case .strict: PresetLimits(wrong: 0.016, stray: 0.06)
        case .normal: PresetLimits(wrong: 0.04, stray: 0.12)
        }
    }
}

/// Finds how sure decisions are, from rows that the models did not see, and from where on they may go out.
struct Calibrating {
    private let rows: [HeldOutRow]

    init(_ rows: [HeldOutRow]) {
        self.rows = rows.filter(\.isTaught)
    }

    /// Writes weights and thresholds into the numbers of a table, and which languages may go by words alone.
    func write(into numbers: inout TableNumbers) {
        var confident: [(row: HeldOutRow, confidence: Double)] = []
        for grounds in Grounds.allCases {
            for category in 0..<6 {
                let cases = cases(grounds, category)
                let weights = logisticWeights(cases.map(\.input.terms), cases.map { $0.row.label == category })
                let sure = cases.map { (row: $0.row, confidence: logistic($0.input.terms, weights)) }
                let place = TextParameters.place(category, grounds)
                for (term, weight) in weights.enumerated() { numbers[.calibration, place + term] = Float(weight) }
                for (offset, preset) in MappingPreset.allCases.enumerated() {
                    numbers[.calibration, place + TextParameters.termCount + offset] = Float(
                        threshold(sure.map { ($0.row.label, $0.confidence) }, category, .of(preset)))
                }
                if grounds == .text { confident += sure.map { (HeldOutRow(of: $0.row, category), $0.confidence) } }
            }
        }
        writeLanguages(confident, into: &numbers)
    }

    private func cases(
        _ grounds: Grounds, _ category: Int
    ) -> [(row: LabelledRow, input: CalibrationInput)] {
        rows.compactMap { row in
            guard let found = grounds == .text ? row.byWords : row.withSections, found.grounds == grounds,
                found.outcome == category
            else { return nil }
            return (row.row, found.input)
        }
    }

    /// The least confidence at which the limits hold for all that is at least as sure; above 1 when they never do.
    private func threshold(
        _ decisions: [(label: Int, confidence: Double)], _ category: Int, _ limits: PresetLimits
    ) -> Double {
        var (wrong, stray, best) = (0.0, 0.0, 2.0)
        let order = decisions.sorted { ($1.confidence, $0.label) < ($0.confidence, $1.label) }
        for (position, decision) in order.enumerated() {
            if decision.label == 6 { stray += 1 } else if decision.label != category { wrong += 1 }
            let sent = Double(position + 1)
            if sent >= 30, wrong <= limits.wrong * sent, stray <= limits.stray * sent { best = decision.confidence }
        }
        return best
    }

    /// A language is trusted with a category where its own rows bear the threshold out.
    private func writeLanguages(
        _ decisions: [(row: HeldOutRow, confidence: Double)], into numbers: inout TableNumbers
    ) {
        let counts = Dictionary(grouping: rows, by: \.row.language).mapValues(\.count)
        var place = 0
        func write(_ code: LanguageCode, _ mask: UInt16) {
            numbers[.languages, 2 * place] = Float(code.rawValue)
            numbers[.languages, 2 * place + 1] = Float(mask)
            place += 1
        }
        for (language, count) in counts.sorted(by: { $0.key < $1.key }) {
            guard let code = LanguageCode(tag: language), count >= 400, place < TextParameters.mostLanguages - 1 else {
                continue
            }
            let own = decisions.filter { $0.row.row.language == language }
            write(code, mask(own, numbers))
            say("  \(language): trusted with \(names(mask(own, numbers)))")
        }
        // Latin letters without a word about the language: what holds over all.
        write(.neutral, mask(decisions, numbers))
    }

    private func mask(_ decisions: [(row: HeldOutRow, confidence: Double)], _ numbers: TableNumbers) -> UInt16 {
        var mask: UInt16 = 0
        for (offset, preset) in MappingPreset.allCases.enumerated() {
            for category in 0..<6 {
                let place = TextParameters.place(category, .text) + TextParameters.termCount + offset
                let sent = decisions.filter {
                    $0.row.byWords?.outcome == category && $0.confidence >= Double(numbers[.calibration, place])
                }
                let wrong = sent.count { $0.row.row.label != category && $0.row.row.label != 6 }
                let bound = 2 * PresetLimits.of(preset).wrong
                if sent.count >= 8, Double(wrong) + 0.5 <= bound * Double(sent.count + 8) {
                    mask |= 1 << UInt16(category + 6 * offset)
                }
            }
        }
        return mask
    }

    private func names(_ mask: UInt16) -> String {
        let names = Category.allCases.enumerated().filter { mask >> UInt16($0.offset) & 1 == 1 }.map(\.element.rawValue)
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
}

extension HeldOutRow {
    /// A row with the category that it was taken for.
    fileprivate init(of row: LabelledRow, _ category: Int) {
        self.row = row
        scores = .zero
        isTaught = true
        byWords = CalibrationCase(
            outcome: category, grounds: .text,
            input: CalibrationInput(probability: 0, next: 0, nextOfSix: 0, familiarity: 0, wordCount: 0))
    }
}

func logarithm(_ number: Double) -> Double { log(max(number, 1e-12)) }

func logistic(_ terms: [Double], _ weights: [Double]) -> Double {
    1 / (1 + exp(-zip(terms, weights).reduce(0) { $0 + $1.0 * $1.1 }))
}

/// Logistic regression by Newton's method, with a little weight decay. The weights of the terms by which more evidence
/// makes surer are kept from falling below 0.
func logisticWeights(_ terms: [[Double]], _ isRight: [Bool]) -> [Double] {
    let count = TextParameters.termCount
    var free = [Bool](repeating: true, count: count)
    while true {
        let weights = newton(terms, isRight, free)
        guard let negative = [1, 2, 3].first(where: { weights[$0] < 0 }) else { return weights }
        free[negative] = false
    }
}

private func newton(_ terms: [[Double]], _ isRight: [Bool], _ free: [Bool]) -> [Double] {
    let count = free.count
    var weights = [Double](repeating: 0, count: count)
    for _ in 0..<30 {
        var gradient = weights.map { -1e-2 * $0 }
        var curvature = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for index in 0..<count { curvature[index][index] = free[index] ? 1e-2 : 1 }
        for (row, right) in zip(terms, isRight) {
            let probability = logistic(row, weights)
            for one in 0..<count where free[one] {
                gradient[one] += ((right ? 1 : 0) - probability) * row[one]
                for other in 0..<count where free[other] {
                    curvature[one][other] += probability * (1 - probability) * row[one] * row[other]
                }
            }
        }
        for index in 0..<count where !free[index] { gradient[index] = 0 }
        let step = solved(curvature, gradient)
        for index in 0..<count { weights[index] += step[index] }
        if step.allSatisfy({ abs($0) < 1e-9 }) { break }
    }
    return weights
}

/// The solution of a small system of equations, by elimination with the largest pivot.
private func solved(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    var rows = zip(matrix, right).map { $0 + [$1] }
    let count = right.count
    for column in 0..<count {
        let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
        rows.swapAt(column, pivot)
        guard rows[column][column] != 0 else { continue }
        for row in 0..<count where row != column {
            let factor = rows[row][column] / rows[column][column]
            for index in column...count { rows[row][index] -= factor * rows[column][index] }
        }
    }
    return (0..<count).map { rows[$0][$0] == 0 ? 0 : rows[$0][count] / rows[$0][$0] }
}
