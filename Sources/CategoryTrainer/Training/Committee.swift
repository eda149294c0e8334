internal import Categories

/// What models can learn of the texts.
struct Lessons: Sendable {
    /// What publishers filed them under.
    var labels: [Goal]
    /// What a larger reader makes of them; empty where none was asked.
    var guesses: [Goal]

    enum Lesson: Sendable { case labels, guesses }

    /// - Parameter part: The part of the sources that is left out, or the number after the last for none.
    init(_ rows: [LabelledRow], part: Int, _ plan: TrainingPlan) {
        labels = rows.map { Goal(label: $0, plan) }
        guard plan.guessShare > 0, rows.contains(where: { $0.guesses[part] != nil }) else {
            guesses = []
            return
        }
        guesses = zip(rows, labels).map { row, label in row.guesses[part].map { Goal(guess: $0, of: row) } ?? label }
    }

    subscript(lesson: Lesson) -> [Goal] {
        switch lesson {
        case .labels: labels
        case .guesses: guesses
        }
    }
}

/// Models whose mean is the one that goes into the table.
///
/// Each knows other kinds of features, so that none can lean on what another finds easier: their mean is right more often
/// than one model of all features. As all are linear and measure a text by the same length, the mean is one linear model.
struct Committee {
    /// One of the models.
    struct Member {
        var number: Int
        var kinds: Set<FeatureKind>
        var lesson: Lessons.Lesson
        var share: Float
    }

    /// What became of a member.
    struct Trained {
        var model: LinearModel
        var share: Float
        /// By how much longer its vectors were than those of all features.
        var stretch: Float
    }

    private static let kinds: [Set<FeatureKind>] = [
        Set(FeatureKind.allCases),
        [.word, .run, .shortLetters, .mediumLetters],
        [.word, .run, .pair, .mediumLetters, .longLetters],
        [.word, .run, .pair],
    ]

    private let members: [Member]
    private let lessons: Lessons
    private let positions: [Int]
    private let plan: TrainingPlan

    init(_ lessons: Lessons, at positions: [Int], _ plan: TrainingPlan) {
        self.lessons = lessons
        self.positions = positions
        self.plan = plan
        let ofGuesses = lessons.guesses.isEmpty ? 0 : plan.guessShare
        let shares: [(Lessons.Lesson, Float)] = [(.labels, 1 - ofGuesses), (.guesses, ofGuesses)]
        let kinds = Committee.kinds
        members = shares.filter { $0.1 > 0 }.flatMap { lesson, share in
            kinds.map { (lesson: lesson, kinds: $0, share: share / Float(kinds.count)) }
        }
        .enumerated().map { Member(number: $0, kinds: $1.kinds, lesson: $1.lesson, share: $1.share) }
    }

    /// Every member's model, trained from where `start` says.
    func trained(
        on texts: TrainingTexts, _ corpus: Corpus, passes: Int, rate: Float,
        from start: (Member, TrainingTexts) -> LinearModel
    ) -> [Trained] {
        members.map { member in
            let (texts, stretch) = texts.seen(as: member.kinds, corpus)
            var plan = plan
            plan.seed &+= UInt64(member.number)
            var model = start(member, texts)
            model.train(on: texts, at: positions, goals: lessons[member.lesson], passes: passes, rate: rate, plan)
            return Trained(model: model, share: member.share, stretch: stretch)
        }
    }
}
