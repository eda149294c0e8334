internal import Categories
internal import Glibc
internal import News

/// The numbers that stand before the buckets of a table.
struct TableNumbers {
    private(set) var numbers = [Float](repeating: 0, count: TextParameters.count)

    subscript(name: TextParameters.Name, offset: Int = 0) -> Float {
        get { numbers[name.rawValue + offset] }
        set { numbers[name.rawValue + offset] = newValue }
    }

    /// Those of the model itself.
    init(_ fitted: FittedModel) {
        self[.features] = TextModel.features
        self[.temperature] = 1
        self[.scale] = fitted.scale
        for outcome in 0..<7 { self[.bias, outcome] = fitted.bias[outcome] }
    }
}

/// What is allowed at a preset, as shares of what goes out.
struct PresetLimits {
    /// Another of the six.
    var wrong: Double
    /// None of the six.
    var stray: Double

    /// They are kept on publishers that the models never saw; on those they know, less goes wrong.
    static func of(_ preset: MappingPreset) -> PresetLimits {
        switch preset {
        case .strict: PresetLimits(wrong: 0.02, stray: 0.06)
        case .normal: PresetLimits(wrong: 0.05, stray: 0.12)
        }
    }

    func widened(by factor: Double) -> PresetLimits {
        PresetLimits(wrong: wrong * factor, stray: stray * factor)
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
        for grounds in Grounds.allCases {
            var decisions: [Decision] = []
            let common = grounds == .sections ? weights(of: Calibrating.filedByTopic, on: grounds) : nil
            let prior = grounds == .text ? priorOfText : .none
            for category in 0..<6 {
                let cases = cases(grounds, category)
                let weights = common ?? orderedWeights(counted([category], on: grounds), prior)
                let place = TextParameters.place(category, grounds)
                for (term, weight) in weights.enumerated() { numbers[.calibration, place + term] = Float(weight) }
                // Nothing is known of the others: see ``filedByTopic``.
                guard grounds == .text || Calibrating.filedByTopic.contains(category) else { continue }
                decisions += cases.map {
                    Decision(row: $0.row, category: category, confidence: logistic($0.input.terms, weights))
                }
            }
            decisions.sort { ($1.confidence, $0.row.label) < ($0.confidence, $1.row.label) }
            writeThresholds(decisions, grounds, into: &numbers)
            if grounds == .text { writeLanguages(decisions, into: &numbers) }
        }
    }

    /// Aggregators file under Business, Technology, Science and Sports, and know neither World nor Politics: what is
    /// learned of the four, where sections speak, is taken to hold for those two.
    private static let filedByTopic = [2, 3, 4, 5]

    /// The weights for several categories together; how well the words are known matters little there.
    private func weights(of categories: [Int], on grounds: Grounds) -> [Double] {
        orderedWeights(counted(categories, on: grounds), leavingOut: TextParameters.termsOfWords)
    }

    /// What all categories have in common by words alone: one by one, they would learn the chance of few publishers.
    private var priorOfText: Prior { Prior(order(counted(Array(0..<6), on: .text))) }

    /// The decisions for some categories, and what came of them.
    private func counted(_ categories: [Int], on grounds: Grounds) -> [CountedDecision] {
        categories.flatMap { category in
            cases(grounds, category).map { ($0.input.terms, $0.row.label == category, $0.row.label == 6) }
        }
    }

    /// What a row was taken for, and how surely.
    private struct Decision {
        var row: LabelledRow
        var category: Int
        var confidence: Double

        var isWrong: Bool { row.label != category && row.label != 6 }
    }

    /// One threshold for all categories, at which the limits hold for all together; higher for a category that misses
    /// them by half there.
    private func writeThresholds(_ decisions: [Decision], _ grounds: Grounds, into numbers: inout TableNumbers) {
        for (offset, preset) in MappingPreset.allCases.enumerated() {
            let limits = PresetLimits.of(preset)
            let common = threshold(decisions, limits)
            for category in 0..<6 {
                let own = decisions.filter { $0.category == category }
                let least = own.isEmpty ? common : max(common, threshold(own, limits.widened(by: 1.5)))
                numbers[.calibration, TextParameters.place(category, grounds) + TextParameters.termCount + offset] =
                    Float(least)
            }
        }
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
    private func threshold(_ decisions: [Decision], _ limits: PresetLimits) -> Double {
        var (wrong, stray, best) = (0.0, 0.0, 2.0)
        for (position, decision) in decisions.enumerated() {
            if decision.row.label == 6 { stray += 1 } else if decision.isWrong { wrong += 1 }
            let sent = Double(position + 1)
            if sent >= 30, wrong <= limits.wrong * sent, stray <= limits.stray * sent { best = decision.confidence }
        }
        return best
    }

    /// A language is trusted with a category where its own rows bear the threshold out.
    private func writeLanguages(
        _ decisions: [Decision], into numbers: inout TableNumbers
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
            let own = decisions.filter { $0.row.language == language }
            write(code, mask(own, numbers))
            say("  \(language): trusted with \(names(mask(own, numbers)))")
        }
        // Latin letters without a word about the language: what holds over all.
        write(.neutral, mask(decisions, numbers))
    }

    private func mask(_ decisions: [Decision], _ numbers: TableNumbers) -> UInt16 {
        var mask: UInt16 = 0
        for (offset, preset) in MappingPreset.allCases.enumerated() {
            for category in 0..<6 {
                let place = TextParameters.place(category, .text) + TextParameters.termCount + offset
                let least = Double(numbers[.calibration, place])
                let sent = decisions.filter { $0.category == category && $0.confidence >= least }
                let bound = 2 * PresetLimits.of(preset).wrong * Double(sent.count + 8)
                if sent.count >= 8, Double(sent.count { $0.isWrong }) + 0.5 <= bound {
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

func logarithm(_ number: Double) -> Double { log(max(number, 1e-12)) }

func logistic(_ terms: [Double], _ weights: [Double]) -> Double {
    1 / (1 + exp(-zip(terms, weights).reduce(0) { $0 + $1.0 * $1.1 }))
}

/// Weights by which decisions come in the order in which they may go out, and which tell how often such a one is right.
///
/// What is none of the six may go out three times as often as what is another of them (``PresetLimits``), so it counts a
/// third where the order is found: else many are held back that are none of the six at worst. Then the order is kept, and
/// how sure it makes is found with each decision counting alike.
func orderedWeights(
    _ cases: [CountedDecision], _ prior: Prior = .none, leavingOut out: Range<Int> = 0..<0
) -> [Double] {
    let order = order(cases, prior, leavingOut: out)
    let sums = cases.map { zip($0.terms, order).reduce(0) { $0 + $1.0 * $1.1 } }
    let scale = newton(
        zip(sums, cases).map { Example(terms: [1, $0], isRight: $1.isRight, weight: 1) }, [true, true], .none)
    guard scale[1] > 0 else { return order }
    var weights = order.map { $0 * scale[1] }
    weights[0] += scale[0]
    return weights
}

/// A decision, and what came of it.
typealias CountedDecision = (terms: [Double], isRight: Bool, isStray: Bool)

/// Weights by which decisions come in order.
private func order(
    _ cases: [CountedDecision], _ prior: Prior = .none, leavingOut out: Range<Int> = 0..<0
) -> [Double] {
    let limits = PresetLimits.of(.strict)
    return logisticWeights(
        cases.map {
            Example(terms: $0.terms, isRight: $0.isRight, weight: $0.isStray ? limits.wrong / limits.stray : 1)
        },
        prior, leavingOut: out)
}

/// Where weights are before anything is learned, and how strongly they are held there.
struct Prior {
    private var weights: [Double]
    private var strengths: [Double]

    /// They are nowhere yet; a little strength keeps them from running away.
    static let none = Prior(weights: [], strengths: [])
    private static let least = 1e-2

    private init(weights: [Double], strengths: [Double]) { (self.weights, self.strengths) = (weights, strengths) }

    /// Holds what familiar words say of a decision where it is for all, and the rest by the weight of a hundred even
    /// decisions; but how often decisions are right at all is free.
    fileprivate init(_ common: [Double]) {
        weights = common
        weights[0] = 0
        strengths = common.indices.map { $0 == 0 ? Prior.least : TextParameters.termsOfWords.contains($0) ? 1e6 : 100 }
    }

    fileprivate func weight(_ term: Int) -> Double { term < weights.count ? weights[term] : 0 }
    fileprivate func strength(_ term: Int) -> Double { term < strengths.count ? strengths[term] : Prior.least }
}

/// What logistic regression learns from.
struct Example {
    /// The first is 1.
    var terms: [Double]
    var isRight: Bool
    var weight: Double
}

/// Logistic regression by Newton's method. The weights of the terms by which more evidence makes surer are kept from
/// falling below 0.
private func logisticWeights(_ examples: [Example], _ prior: Prior, leavingOut out: Range<Int>) -> [Double] {
    var free = (0..<TextParameters.termCount).map { !out.contains($0) }
    while true {
        let weights = newton(examples, free, prior)
        guard let negative = [1, 2, 3].first(where: { weights[$0] < 0 }) else { return weights }
        free[negative] = false
    }
}

private func newton(_ examples: [Example], _ free: [Bool], _ prior: Prior) -> [Double] {
    let count = free.count
    var weights = free.indices.map { free[$0] ? prior.weight($0) : 0 }
    for _ in 0..<30 {
        var gradient = (0..<count).map { -prior.strength($0) * (weights[$0] - prior.weight($0)) }
        var curvature = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for index in 0..<count { curvature[index][index] = free[index] ? prior.strength(index) : 1 }
        for example in examples {
            let (row, probability) = (example.terms, logistic(example.terms, weights))
            for one in 0..<count where free[one] {
                gradient[one] += example.weight * ((example.isRight ? 1 : 0) - probability) * row[one]
                for other in 0..<count where free[other] {
                    curvature[one][other] += example.weight * probability * (1 - probability) * row[one] * row[other]
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
