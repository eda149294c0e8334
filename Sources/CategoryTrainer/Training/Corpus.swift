internal import Categories

/// The texts as numbers: for each its features, counted.
struct Corpus {
    /// Where each text begins among ``features`` and ``counts``; one more at the end.
    private(set) var starts: [Int] = [0]
    private(set) var features: [UInt32] = []
    private(set) var counts: [UInt8] = []
    /// The hash of each feature.
    private(set) var hashes: [UInt64] = []
    /// What each is made of.
    private(set) var kinds: [FeatureKind] = []
    /// In how many texts each occurs.
    private(set) var frequencies: [UInt32] = []

    var count: Int { starts.count - 1 }

    init(_ rows: [LabelledRow]) {
        var index = FeatureIndex()
        for row in rows {
            var counted = TextFeatures(title: row.title, summary: row.summary).counted
            counted.sort { $0.hash < $1.hash }
            for (hash, count, kind) in counted {
                let feature = index.number(of: hash)
                if feature == hashes.count {
                    hashes.append(hash)
                    kinds.append(kind)
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
    var counted: [(hash: UInt64, count: UInt8, kind: FeatureKind)] {
        var counts: [UInt64: (count: UInt8, kind: FeatureKind)] = [:]
        for (position, hash) in hashes.enumerated() {
            let more = position < inTitle ? TextFeatures.titleCount : 1
            let before = counts[hash]?.count ?? 0
            counts[hash] = (min(TermWeight.mostCounted, before + more), kinds[position])
        }
        return counts.map { ($0.key, $0.value.count, $0.value.kind) }
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
