internal import Categories

/// Codebooks whose codewords add up to vectors, and the codewords of each vector: see ``Codebooks``.
///
/// Each codebook is made for what those before it leave over (k-means); then each in turn once more for what the others
/// leave over.
struct AdditiveCoding: Sendable {
    /// The codewords, by codebook.
    var books: [[Units]] = []
    /// The number of each vector's codeword, by codebook.
    private(set) var codes: [[UInt8]] = []

    private static let rounds = 6
    private static let refinements = 4

    /// - Parameter weights: How much it matters that each vector is met well.
    init(_ vectors: [Units], weights: [Float], _ random: inout SplitMix) {
        guard !vectors.isEmpty else {
            books = [[Units]](repeating: [Units](repeating: .zero, count: Codebooks.codewords), count: Codebooks.count)
            codes = [[UInt8]](repeating: [], count: Codebooks.count)
            return
        }
        var rest = vectors
        for _ in 0..<Codebooks.count {
            var clusters = Clusters(of: rest, weights, &random)
            for _ in 0..<AdditiveCoding.rounds {
                clusters.assign(rest)
                clusters.center(rest, weights)
            }
            clusters.assign(rest)
            clusters.change(&rest, by: -1)
            books.append(clusters.middles)
            codes.append(clusters.numbers)
        }
        for _ in 0..<AdditiveCoding.refinements {
            for book in books.indices {
                var clusters = Clusters(middles: books[book], numbers: codes[book])
                clusters.change(&rest, by: 1)
                clusters.assign(rest)
                clusters.center(rest, weights)
                clusters.assign(rest)
                clusters.change(&rest, by: -1)
                (books[book], codes[book]) = (clusters.middles, clusters.numbers)
            }
        }
    }

    /// Gives a vector another codeword.
    mutating func setCode(_ code: UInt8, of number: Int, in book: Int) { codes[book][number] = code }

    /// What the codewords of a vector come to.
    func vector(_ number: Int) -> Units {
        books.indices.reduce(.zero) { $0 + books[$1][Int(codes[$1][number])] }
    }
}

/// A few vectors that stand in for many, and which of them each of the many is nearest to.
private struct Clusters {
    private(set) var middles: [Units]
    /// The number of each of the many.
    private(set) var numbers: [UInt8]

    init(middles: [Units], numbers: [UInt8]) {
        self.middles = middles
        self.numbers = numbers
    }

    /// Begins with some of the many, every other of them a heavy one.
    init(of all: [Units], _ weights: [Float], _ random: inout SplitMix) {
        numbers = [UInt8](repeating: 0, count: all.count)
        middles = []
        for number in 0..<Codebooks.codewords {
            middles.append(
                all[
                    number % 2 == 0
                        ? Int(random.next() % UInt64(all.count)) : Clusters.heavy(all, weights, &random)])
        }
    }

    /// The heaviest of some: those that often occur should have vectors of their own.
    private static func heavy(_ all: [Units], _ weights: [Float], _ random: inout SplitMix) -> Int {
        let some = (0..<50).map { _ in Int(random.next() % UInt64(all.count)) }
        return some.max { all[$0].energy * weights[$0] < all[$1].energy * weights[$1] } ?? 0
    }

    /// Gives each of the many the number of the nearest.
    mutating func assign(_ all: [Units]) {
        let nearest = Nearest(middles)
        for index in all.indices { numbers[index] = nearest.number(to: all[index]) }
    }

    /// Moves each to the middle of those that it stands in for.
    mutating func center(_ all: [Units], _ weights: [Float]) {
        var sums = [Units](repeating: .zero, count: middles.count)
        var totals = [Float](repeating: 0, count: middles.count)
        for (index, vector) in all.enumerated() {
            sums[Int(numbers[index])] += vector * weights[index]
            totals[Int(numbers[index])] += weights[index]
        }
        for number in middles.indices where totals[number] > 0 { middles[number] = sums[number] * (1 / totals[number]) }
    }

    /// Adds to each of the many so many times what stands in for it.
    func change(_ all: inout [Units], by factor: Float) {
        for index in all.indices { all[index] += middles[Int(numbers[index])] * factor }
    }
}

/// Finds the nearest of a few vectors.
struct Nearest {
    // Eight vectors at a time, and number by number within these.
    private let squares: [SIMD8<Float>]
    private let rows: [SIMD8<Float>]

    /// - Parameter vectors: So few that a byte numbers them, and so many that eight goes into them.
    init(_ vectors: [Units]) {
        let eights = vectors.count / 8
        squares = (0..<eights).map { eight in SIMD8<Float>((0..<8).map { vectors[8 * eight + $0].energy }) }
        rows = (0..<eights).flatMap { eight in
            (0..<Units.count).map { unit in SIMD8<Float>((0..<8).map { -2 * vectors[8 * eight + $0][unit] }) }
        }
    }

    func number(to vector: Units) -> UInt8 {
        let factors = (0..<Units.count).map { vector[$0] }
        var least = SIMD8<Float>(repeating: .infinity)
        var nearest = SIMD8<UInt32>(repeating: 0)
        for eight in squares.indices {
            var distances = squares[eight]
            for unit in 0..<Units.count { distances += rows[eight &* Units.count &+ unit] * factors[unit] }
            let isNearer = distances .< least
            least.replace(with: distances, where: isNearer)
            nearest.replace(with: UInt32(8 * eight), where: isNearer)
        }
        let place = (0..<8).min { least[$0] < least[$1] } ?? 0
        return UInt8(Int(nearest[place]) + place)
    }
}
