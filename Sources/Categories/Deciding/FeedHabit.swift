internal import Glibc
public import News

/// What most items of a feed are filed under by their publisher: the rest of them is likely the same.
extension FeedSections {
    /// Items that are looked at.
    private static let mostItems = 24
    /// Fewer filed items make no habit.
    private static let leastItems = 5
    /// Share of the filed items that one outcome must have.
    private static let leastShare = 0.6

    /// Learns what the feed is about from what its items' labels and links say; their words do not count, or a mistake
    /// would breed more of its kind. What is learned weighs 1 at most: it never decides by itself.
    public mutating func learnHabit(from items: some Sequence<Item>) {
        guard setting == nil else { return }
        var counts = [Int](repeating: 0, count: Category.allCases.count + 1)
        for item in items.prefix(FeedSections.mostItems) {
            let decision = Tally(sectionEvidence(of: item, in: self)).decision
            guard decision.category != nil || decision.doubt == .noneOfTheSix else { continue }
            counts[Int(Category.tableCode(decision.category))] += 1
        }
        let filed = counts.reduce(0, +)
        guard filed >= FeedSections.leastItems, let most = counts.max(), let outcome = counts.firstIndex(of: most)
        else {
            return
        }
        let share = (Double(most) + 0.5) / (Double(filed) + 3.5)
        guard share >= FeedSections.leastShare else { return }
        habit = Evidence(
            .habit, text: "\(most) of \(filed) items", category: Category(tableCode: UInt8(outcome)),
            weight: min(1, log(share * 7)) * 0.9, word: 0)
    }
}
