/// The name that was probably meant: the one with the fewest typing slips (a letter too many, too few, another, or two
/// swapped), if there are at most one for each three letters, at least one. Case does not count. The earlier name wins
/// a tie.
public func nearestName(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    // Nobody mistypes at such length; the bound keeps hostile input cheap.
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    let allowed = max(1, wanted.count / 3)
    var best: (name: String, slips: Int)?
    for candidate in names {
        let letters = Array(candidate.lowercased())
        guard abs(letters.count - wanted.count) <= allowed else { continue }
        let slips = typingSlips(wanted, letters)
        if slips <= allowed, slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.name
}

/// Damerau's distance in its restricted form: each pair of neighbours is swapped at most once.
private func typingSlips(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
        var current = [row + 1]
        current.reserveCapacity(right.count + 1)
        for (column, other) in right.enumerated() {
            var slips = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                slips = min(slips, beforeLast[column - 1] + 1)
            }
            current.append(slips)
        }
        (beforeLast, last) = (last, current)
    }
    return last[right.count]
}
