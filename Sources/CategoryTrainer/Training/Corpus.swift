internal import Categories

/// The texts as numbers: for each its features, counted.
struct Corpus {
    /// Where each text begins among ``features`` and ``counts``; one more at the end.
    private(set) var starts: [Int] = [0]
    private(set) var features: [UInt32] = []
    private(set) var counts: [UInt8] = []
    /// The word that each is made of, or the first of them.
    private(set) var words: [UInt16] = []
    /// The hash of each feature.
    private(set) var hashes: [UInt64] = []
    /// In how many texts each occurs.
    private(set) var frequencies: [UInt32] = []

    var count: Int { starts.count - 1 }

    init(_ rows: [LabelledRow]) {
        var index = FeatureIndex()
        for row in rows {
            var counted = TextFeatures(title: row.title, summary: row.summary).counted
            counted.sort { $0.hash < $1.hash }
            for (hash, count, word) in counted {
                let feature = index.number(of: hash)
                if feature == hashes.count {
                    hashes.append(hash)
                    frequencies.append(0)
                }
                frequencies[feature] += 1
                features.append(UInt32(feature))
                counts.append(count)
                words.append(word)
            }
            starts.append(features.count)
        }
    }
}

extension TextFeatures {
    /// Each feature once, with its count as the model counts, and where the word ends that it was first made of: that tells
    /// words apart. The summary's are counted on from the title's, so that no two are the same.
    var counted: [(hash: UInt64, count: UInt8, word: UInt16)] {
        var counts: [UInt64: (count: UInt8, word: UInt16)] = [:]
        for (position, hash) in hashes.enumerated() {
            let more = position < inTitle ? TextFeatures.titleCount : 1
            let word = UInt16(ends[position] + (position < inTitle ? 0 : TextFeatures.longestTitle))
            let before = counts[hash]
            counts[hash] = (min(TermWeight.mostCounted, (before?.count ?? 0) + more), before?.word ?? word)
        }
        return counts.map { ($0.key, $0.value.count, $0.value.word) }
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
