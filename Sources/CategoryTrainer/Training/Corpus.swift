internal import Categories

/// The texts as numbers: for each its features, counted.
struct Corpus {
    /// Where each text begins among ``features`` and ``counts``; one more at the end.
    private(set) var starts: [Int] = [0]
    private(set) var features: [UInt32] = []
    private(set) var counts: [UInt8] = []
    /// The hash of each feature.
    private(set) var hashes: [UInt64] = []
    /// In how many texts each occurs.
    private(set) var frequencies: [UInt32] = []

    var count: Int { starts.count - 1 }

    /// Reads the texts of rows, then those of hints.
    init(_ rows: [LabelledRow], _ hints: [Hint] = []) {
        var index = FeatureIndex()
        for number in 0..<rows.count + hints.count {
            let isRow = number < rows.count
            let title = isRow ? rows[number].title : hints[number - rows.count].text
            let summary = isRow ? rows[number].summary : ""
            var counted = TextFeatures(title: title, summary: summary).counted
            counted.sort { $0.hash < $1.hash }
            for (hash, count) in counted {
                let feature = index.number(of: hash)
                if feature == hashes.count {
                    hashes.append(hash)
                    frequencies.append(0)
                }
                frequencies[feature] += 1
                features.append(UInt32(feature))
                counts.append(count)
            }
            starts.append(features.count)
        }
    }
}

extension TextFeatures {
    /// Each feature once, with its count as the model counts.
    var counted: [(hash: UInt64, count: UInt8)] {
        var counts: [UInt64: UInt8] = [:]
        for (position, hash) in hashes.enumerated() {
            let more = position < inTitle ? TextFeatures.titleCount : 1
            counts[hash, default: 0] = min(TermWeight.mostCounted, (counts[hash] ?? 0) + more)
        }
        return counts.map { ($0.key, $0.value) }
    }
}

/// Numbers for hashes, in the order of their first appearance. (A dictionary would hash them once more, and needs three
/// times the room.)
private struct FeatureIndex {
    private var keys = [UInt64](repeating: 0, count: 1 << 20)
    private var numbers = [UInt32](repeating: 0, count: 1 << 20)
    private var used = 0

    mutating func number(of hash: UInt64) -> Int {
        if used * 2 > keys.count { grow() }
        let place = place(of: hash)
        if keys[place] == 0 {
            keys[place] = hash
            numbers[place] = UInt32(used)
            used += 1
        }
        return Int(numbers[place])
    }

    /// The hash 0 is free to mean "nothing": no text is likely to have it, and a lost feature is no harm.
    private func place(of hash: UInt64) -> Int {
        let mask = keys.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while keys[place] != 0, keys[place] != hash { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let (oldKeys, oldNumbers) = (keys, numbers)
        keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
        numbers = [UInt32](repeating: 0, count: oldKeys.count * 2)
        for (key, number) in zip(oldKeys, oldNumbers) where key != 0 {
            let place = place(of: key)
            keys[place] = key
            numbers[place] = number
        }
    }
}
