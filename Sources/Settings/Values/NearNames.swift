/// The candidate that somebody who typed `name` most likely meant, if one is near: it begins with what was typed (three
/// letters or more), or a third of its letters at most differ. Case does not count.
public func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let typed = Array(name.lowercased().utf8.prefix(64))
    guard !typed.isEmpty else { return nil }
    var best: (distance: Int, name: String)?
    for candidate in candidates {
        let letters = Array(candidate.lowercased().utf8.prefix(64))
        let isBeginning = typed.count >= 3 && letters.starts(with: typed)
        let distance = isBeginning ? 1 : editDistance(typed, letters)
        guard distance <= max(1, max(typed.count, letters.count) / 3) else { continue }
        if distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.name
}

/// How many letters must be put in, taken out, replaced or swapped with their neighbour (Damerau's distance in its
/// restricted form) to make one word of the other.
func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
        var current = [row + 1]
        for column in second.indices {
            let isSame = first[row] == second[column]
            var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                cost = min(cost, beforeLast[column - 1] + 1)
            }
            current.append(cost)
        }
        beforeLast = last
        last = current
    }
    return last[second.count]
}
