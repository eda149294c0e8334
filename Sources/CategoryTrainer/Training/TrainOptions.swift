internal import Categories

/// The arguments of `train`.
struct TrainOptions {
    /// Files of labelled texts.
    var texts: [String] = []
    /// Files that are only scored.
    var held: [String] = []
    /// Data sets whose rows are passed over.
    var leftOut: Set<String> = []
    /// Where the table goes.
    var table = ""
    /// Parts that publishers are dealt into for cross-validation; 1 for none.
    var folds = 3
    /// Room for features: sixteen bytes for three of them.
    var slots = 364_500
    var plan = TrainingPlan()

    init(_ arguments: [String]) throws(TrainerError) {
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            guard option.hasPrefix("--") else {
                texts.append(option)
                continue
            }
            guard let value = rest.popFirst() else { throw .usage("\(option) needs a value") }
            switch option {
            case "--held-out": held.append(value)
            case "--leave-out": leftOut.insert(value)
            case "--to": table = value
            case "--folds": folds = Int(try number(option, value, in: 1...20))
            case "--slots": slots = Int(try number(option, value, in: 1_000...10_000_000))
            case "--seed": plan.seed = UInt64(try number(option, value, in: 0...1e15))
            case "--passes": plan.passes = Int(try number(option, value, in: 1...1_000))
            case "--networks": plan.networks = Int(try number(option, value, in: 4...1_000))
            case "--passes-of-teaching": plan.passesOfTeaching = Int(try number(option, value, in: 0...1_000))
            case "--rate": plan.rate = Float(try number(option, value, in: 0...1_000))
            case "--reading-rate": plan.readingRate = Float(try number(option, value, in: 0...1_000))
            case "--reading-scale": plan.readingScale = Float(try number(option, value, in: 0...1_000))
            case "--opinion-layers": plan.opinionLayers = Int(try number(option, value, in: 1...100))
            case "--passes-of-opinions": plan.passesOfOpinions = Int(try number(option, value, in: 1...1_000))
            case "--opinion-rate": plan.opinionRate = Float(try number(option, value, in: 0...1_000))
            case "--opinion-share": plan.opinionShare = Float(try number(option, value, in: 0...1))
            case "--teaching-rate": plan.teachingRate = Float(try number(option, value, in: 0...1_000))
            case "--teaching-vector-rate": plan.teachingVectorRate = Float(try number(option, value, in: 0...1_000))
            case "--teaching-dropout": plan.teachingDropout = Float(try number(option, value, in: 0...0.95))
            case "--teaching-evenness": plan.teachingEvenness = Float(try number(option, value, in: 0...1))
            case "--slot-evenness": plan.slotEvenness = Float(try number(option, value, in: 0...1))
            case "--coding-evenness": plan.codingEvenness = Float(try number(option, value, in: 0...1))
            case "--output-rate": plan.outputRate = Float(try number(option, value, in: 0...1_000))
            case "--word-dropout": plan.wordDropout = Float(try number(option, value, in: 0...0.95))
            case "--unit-dropout": plan.unitDropout = Float(try number(option, value, in: 0...0.95))
            case "--energy-exponent": plan.energyExponent = Float(try number(option, value, in: 0...1))
            case "--coding-exponent": plan.codingExponent = Float(try number(option, value, in: 0...1))
            case "--smoothing": plan.smoothing = Float(try number(option, value, in: 0...0.9))
            default: throw .usage("unknown option \(option)")
            }
        }
        guard !texts.isEmpty, !table.isEmpty else { throw .usage("train needs files of texts, and --to") }
    }

    /// Of all the texts, so that a table tells what it was made from.
    func digest() throws(TrainerError) -> UInt64 {
        var hash = StableHash()
        for path in texts {
            let digest = try TabSeparated(path: path).digest
            for shift in stride(from: 0, to: 64, by: 8) {
                hash.combine(UInt8(truncatingIfNeeded: digest >> UInt64(shift)))
            }
        }
        return hash.value
    }
}

private func number(
    _ option: String, _ value: String, in range: ClosedRange<Double>
) throws(TrainerError) -> Double {
    guard let number = Double(value), range.contains(number) else {
        throw .usage("\(option) needs a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
}
