/// What the vectors of a text's features come to, in levels: whole numbers, so that neither their order nor the processor
/// matters.
package struct VectorSums {
    private var sums = [4 of SIMD8<Int32>](repeating: .zero)

    /// Adds up so many vectors, each times its weight: at most 8, as of ``TermWeight``.
    @inline(__always)
    package init(of count: Int, in codebooks: Codebooks, _ feature: (Int) -> (codes: FeatureCodes, weight: Int16)) {
        var start = 0
        while start < count {
            let end = min(count, start &+ ShortSums.most)
            var short = ShortSums()
            for index in start..<end {
                let (codes, weight) = feature(index)
                short.add(codes, of: codebooks, weight: weight)
            }
            sums[0] &+= SIMD8(truncatingIfNeeded: short.levels.0)
            sums[1] &+= SIMD8(truncatingIfNeeded: short.levels.1)
            sums[2] &+= SIMD8(truncatingIfNeeded: short.levels.2)
            sums[3] &+= SIMD8(truncatingIfNeeded: short.levels.3)
            start = end
        }
    }

    /// The sum for one number of the vectors: of sixteen, the even ones come first, then the odd.
    @inline(__always)
    package subscript(number: Int) -> Int32 {
        sums[number / 16 &* 2 &+ number % 2][number % 16 / 2]
    }
}

/// Sums of few vectors, in 16 bits: the processor keeps all of them at hand, and adds eight at a time.
private struct ShortSums {
    /// Of more vectors, four levels of 127 times 8 would not fit.
    static let most = 8

    typealias Eight = SIMD8<Int16>
    var levels: (Eight, Eight, Eight, Eight) = (.zero, .zero, .zero, .zero)

    @inline(__always)
    mutating func add(_ codes: FeatureCodes, of codebooks: Codebooks, weight: Int16) {
        let (first, second) = (codebooks.codeword(codes[0], of: 0), codebooks.codeword(codes[1], of: 1))
        let (third, fourth) = (codebooks.codeword(codes[2], of: 2), codebooks.codeword(codes[3], of: 3))
        let low = (first.pairs(0), second.pairs(0), third.pairs(0), fourth.pairs(0))
        levels.0 &+= ((low.0.even &+ low.1.even) &+ (low.2.even &+ low.3.even)) &* weight
        levels.1 &+= ((low.0.odd &+ low.1.odd) &+ (low.2.odd &+ low.3.odd)) &* weight
        let high = (first.pairs(1), second.pairs(1), third.pairs(1), fourth.pairs(1))
        levels.2 &+= ((high.0.even &+ high.1.even) &+ (high.2.even &+ high.3.even)) &* weight
        levels.3 &+= ((high.0.odd &+ high.1.odd) &+ (high.2.odd &+ high.3.odd)) &* weight
    }
}
