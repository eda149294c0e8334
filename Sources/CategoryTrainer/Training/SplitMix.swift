/// A small generator of random numbers: the same on every machine for the same seed.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return SplitMix.mixed(state)
    }

    /// From 0 to less than 1.
    mutating func share() -> Float { Float(next() >> 40) * 0x1p-24 }

    mutating func shuffle(_ values: inout [Int]) {
        guard values.count > 1 else { return }
        for last in stride(from: values.count - 1, to: 0, by: -1) {
            values.swapAt(last, Int(next() % UInt64(last + 1)))
        }
    }

    /// Goes over positions so many times, each time in another order, and tells the share that is still to come: steps get
    /// shorter with it.
    mutating func visit(
        _ positions: [Int], times: Int, _ body: (_ position: Int, _ left: Float, _ random: inout SplitMix) -> Void
    ) {
        var order = positions
        let steps = Float(times * positions.count)
        var step: Float = 0
        for _ in 0..<times {
            shuffle(&order)
            for position in order {
                body(position, 1 - step / steps, &self)
                step += 1
            }
        }
    }

    /// Numbers about 0 with a deviation of 1: sums of four evenly distributed ones are close enough to normal.
    mutating func units() -> Units {
        var units = Units.zero
        for unit in 0..<Units.count {
            units[unit] = ((0..<4).reduce(0 as Float) { sum, _ in sum + share() } - 2) * 1.732
        }
        return units
    }

    /// 0 for a share of the units, and for the others what makes up for these.
    mutating func kept(leavingOut share: Float) -> Units {
        var kept = Units(repeating: 1 / (1 - share))
        let limit = UInt64(share * 256)
        for part in 0..<4 {
            let bits = next()
            for place in 0..<8 where (bits >> UInt64(8 * place)) & 255 < limit { kept[8 * part + place] = 0 }
        }
        return kept
    }

    /// A text's features without a share of its words, with weights as long as with them.
    mutating func leaveOutWords(of text: TrainingTexts.Text, share: Float, into kept: inout [WeightedFeature]) {
        SplitMix.leaveOutWords(of: text, share: share, salt: next(), into: &kept)
    }

    /// The same; what salt leaves out of a text does not depend on which of its features are known.
    static func leaveOutWords(
        of text: TrainingTexts.Text, share: Float, salt: UInt64, into kept: inout [WeightedFeature]
    ) {
        kept.removeAll(keepingCapacity: true)
        let limit = UInt64(share * 65_536)
        var (all, left): (Float, Float) = (0, 0)
        for index in text.features.indices {
            let weight = text.weights[index]
            all += weight * weight
            let draw = SplitMix.mixed(salt ^ (UInt64(text.words[index]) &* 0x9e37_79b9_7f4a_7c15)) & 65_535
            guard draw >= limit else { continue }
            left += weight * weight
            kept.append(WeightedFeature(number: text.features[index], weight: weight))
        }
        guard left > 0 else { return }
        let stretch = (all / left).squareRoot()
        for index in kept.indices { kept[index].weight *= stretch }
    }

    private static func mixed(_ state: UInt64) -> UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
