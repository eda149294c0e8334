internal import Glibc
internal import News

/// How sure a decision must be before the item goes out.
public enum MappingPreset: String, Sendable, CaseIterable {
    /// At most 2 % of what goes out rings for another of the six.
    case strict
    /// At most 5 %.
    case normal
}

/// What a decision rests on: each kind is as right as it is, whatever it says of itself.
package enum Grounds: Int, CaseIterable, Sendable {
    /// The words alone, with hints at most.
    case text = 0
    /// A section, label or code, with or without words.
    case sections = 1
}

/// What calibration looks at.
package struct CalibrationInput: Sendable {
    /// Probability of the likeliest of the six by the sum of the evidence.
    package var probability: Double
    /// The same of what comes next.
    package var next: Double
    /// The same of the next of the six.
    package var nextOfSix: Double
    /// The share of the words that the model knows.
    package var familiarity: Double
    /// How many words there are.
    package var wordCount: Int

    package init(probability: Double, next: Double, nextOfSix: Double, familiarity: Double, wordCount: Int) {
        self.probability = probability
        self.next = next
        self.nextOfSix = nextOfSix
        self.familiarity = familiarity
        self.wordCount = wordCount
    }

    /// The numbers that are weighed, the first being constant.
    package var terms: [Double] {
        let most = min(max(probability, 1e-6), 1 - 1e-6)
        let odds = log(most / (1 - most))
        let (margin, marginInSix) = (log(most / max(next, 1e-9)), log(most / max(nextOfSix, 1e-9)))
        return [1, odds, margin, marginInSix, familiarity, log(1 + Double(min(wordCount, 40)))]
    }
}

extension TextParameters {
    /// Numbers kept for each category: weights of the terms, then the least confidence of each preset.
    package static let termCount = 6
    /// Those that tell how well the words are known.
    package static let termsOfWords = 4..<6
    package static let calibrationWidth = termCount + 2

    /// How often a decision like this one is right.
    func confidence(_ input: CalibrationInput, _ category: Category, _ grounds: Grounds) -> Double {
        let sum = input.terms.enumerated().reduce(0) { sum, term in
            sum + term.element * Double(self[.calibration, place(category, grounds) + term.offset])
        }
        return 1 / (1 + exp(-sum))
    }

    /// The least confidence with which an item goes out.
    func threshold(_ category: Category, _ grounds: Grounds, _ preset: MappingPreset) -> Double {
        let offset = TextParameters.termCount + (preset == .strict ? 0 : 1)
        return Double(self[.calibration, place(category, grounds) + offset])
    }

    /// Where the numbers of a category begin.
    package static func place(_ category: Int, _ grounds: Grounds) -> Int {
        (grounds.rawValue * 6 + category) * calibrationWidth
    }

    private func place(_ category: Category, _ grounds: Grounds) -> Int {
        TextParameters.place(Int(Category.tableCode(category)), grounds)
    }
}

/// What the model may say in a language.
package struct LanguageTrust: Sendable, Hashable {
    /// Whether there were enough texts to learn it from.
    package var isKnown: Bool
    /// A bit for each category that may go out by words alone under `strict`, six bits on the same for `normal`.
    package var mask: UInt16

    package init(isKnown: Bool, mask: UInt16) {
        self.isKnown = isKnown
        self.mask = mask
    }

    /// Nothing was learned.
    static let none = LanguageTrust(isKnown: false, mask: 0)

    func allows(_ category: Category, _ preset: MappingPreset) -> Bool {
        let bit = UInt16(Category.tableCode(category)) + (preset == .strict ? 0 : 6)
        return mask >> bit & 1 == 1
    }
}

extension TextParameters {
    /// The most languages that the table has room for.
    package static let mostLanguages = 40

    /// What holds for a language.
    package func trust(in language: LanguageCode) -> LanguageTrust {
        // The first row without a language is the last one: it holds for texts whose language nobody says.
        for index in 0..<TextParameters.mostLanguages {
            let code = self[.languages, 2 * index]
            if code == Float(language.rawValue) {
                return LanguageTrust(isKnown: true, mask: UInt16(self[.languages, 2 * index + 1]))
            }
            if code == 0 { break }
        }
        return .none
    }
}
