/// What the features of a text come to for the units of one hidden layer, in levels: whole numbers, so that neither their
/// order nor the processor matters.
package struct LayerSums {
    /// Units are taken eight by eight.
    package static let eights = TextNetworks.width / 8

    private var sums = [8 of SIMD8<Int32>](repeating: .zero)

    /// Adds up so many vectors, each times its weight: at most 8, as of ``TermWeight``.
    @inline(__always)
    package init(of count: Int, _ feature: (Int) -> (vector: VectorBytes, weight: Int16)) {
        var start = 0
        while start < count {
            let end = min(count, start &+ ShortSums.most)
            var short = ShortSums()
            for index in start..<end {
                let (vector, weight) = feature(index)
                short.add(vector, weight: weight)
            }
            add(short)
            start = end
        }
    }

    /// Sums of eight units: those that ``unit(_:_:)`` tells.
    package subscript(eight: Int) -> SIMD8<Int32> { sums[eight] }

    /// The unit of a place among eight: of sixteen, the even come first, then the odd.
    @inline(__always)
    package static func unit(_ eight: Int, _ place: Int) -> Int { eight / 2 * 16 &+ 2 &* place &+ eight % 2 }

    private mutating func add(_ short: ShortSums) {
        sums[0] &+= SIMD8(truncatingIfNeeded: short.levels.0)
        sums[1] &+= SIMD8(truncatingIfNeeded: short.levels.1)
        sums[2] &+= SIMD8(truncatingIfNeeded: short.levels.2)
        sums[3] &+= SIMD8(truncatingIfNeeded: short.levels.3)
        sums[4] &+= SIMD8(truncatingIfNeeded: short.levels.4)
        sums[5] &+= SIMD8(truncatingIfNeeded: short.levels.5)
        sums[6] &+= SIMD8(truncatingIfNeeded: short.levels.6)
        sums[7] &+= SIMD8(truncatingIfNeeded: short.levels.7)
    }
}

/// Sums of few vectors, in 16 bits: the processor keeps all of them at hand, and adds eight at a time.
private struct ShortSums {
    /// Of more vectors, levels of 127 times 8 would not fit.
    static let most = 32

    typealias Eight = SIMD8<Int16>
    var levels: (Eight, Eight, Eight, Eight, Eight, Eight, Eight, Eight) =
        (.zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero)

    @inline(__always)
    mutating func add(_ vector: VectorBytes, weight: Int16) {
        let (first, second, third, fourth) = (vector.pairs(0), vector.pairs(1), vector.pairs(2), vector.pairs(3))
        levels.0 &+= first.even &* weight
        levels.1 &+= first.odd &* weight
        levels.2 &+= second.even &* weight
        levels.3 &+= second.odd &* weight
        levels.4 &+= third.even &* weight
        levels.5 &+= third.odd &* weight
        levels.6 &+= fourth.even &* weight
        levels.7 &+= fourth.odd &* weight
    }
}
