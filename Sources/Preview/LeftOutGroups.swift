internal import News

/// Items that are left out for the same reason.
struct LeftOutGroup {
    /// The reason.
    var name: String
    /// The reason, with what holds for all of them.
    var heading: String
    /// Each has particulars of its own.
    var isSpelledOut: Bool
    /// The items in the order read.
    var items: [LeftOutItem]
}

extension Preview {
    /// The items grouped by what they have in common, the largest group first, in the order read inside a group.
    var leftOutGroups: [LeftOutGroup] {
        let groups = Dictionary(grouping: leftOut.enumerated(), by: \.element.group)
        let sorted = groups.sorted {
            ($1.value.count, $0.value[0].offset) < ($0.value.count, $1.value[0].offset)
        }
        return sorted.map { group, items in
            let particulars = Set(items.map(\.element.particulars))
            let common = particulars.count == 1 ? particulars.first ?? "" : ""
            return LeftOutGroup(
                name: group, heading: group + (common.isEmpty ? "" : " (\(common))"),
                isSpelledOut: particulars.count > 1,
                items: items.map(\.element))
        }
    }
}

extension LeftOutItem {
    /// The title, or what stands for it.
    var name: String { title.isEmpty ? link ?? "(no title)" : title }

    /// Where it comes from: feed, category, number of its story.
    var origin: String {
        [feed, category?.rawValue, story.map { "story \($0)" }].compactMap(\.self).joined(separator: ", ")
    }
}
