/// A few vectors (so many that eight goes into them) that stand in for many, and which of them each of the many is nearest
/// to (k-means). A vector has a half in each of two networks.
struct SharedVectors {
    /// The vectors' halves, by network and number.
    private(set) var halves: [[Units]]
    /// The number of each of the many.
    private(set) var numbers: [UInt8]

    private static let rounds = 10

    /// - Parameters:
    ///   - all: The halves of the many, by network.
    ///   - weights: How much it matters that each of the many is stood in for well.
    init(_ all: [[Units]], weights: [Float], count: Int, _ random: inout SplitMix) {
        numbers = [UInt8](repeating: 0, count: weights.count)
        halves = all.map { _ in [Units](repeating: .zero, count: count) }
        guard !weights.isEmpty else { return }
        for number in 0..<count {
            let chosen =
                number % 2 == 0
                ? Int(random.next() % UInt64(weights.count)) : SharedVectors.heavy(all, weights, &random)
            for half in all.indices { halves[half][number] = all[half][chosen] }
        }
        for _ in 0..<SharedVectors.rounds {
            assign(all)
            center(all, weights)
        }
        assign(all)
    }

    /// The heaviest of some: those that often occur should have vectors of their own.
    private static func heavy(_ all: [[Units]], _ weights: [Float], _ random: inout SplitMix) -> Int {
        let some = (0..<50).map { _ in Int(random.next() % UInt64(weights.count)) }
        func weight(_ index: Int) -> Float { all.reduce(0) { $0 + $1[index].energy } * weights[index] }
        return some.max { weight($0) < weight($1) } ?? 0
    }

    /// Gives each of the many the number of the nearest.
    private mutating func assign(_ all: [[Units]]) {
        let eights = (halves.first?.count ?? 0) / 8
        let squares = (0..<eights).map { eight in
            SIMD8<Float>((0..<8).map { place in halves.reduce(0) { $0 + $1[8 * eight + place].energy } })
        }
        // Eight vectors at a time, and unit by unit within these.
        let units = Units.count * halves.count
        let rows = (0..<eights).flatMap { eight in
            halves.flatMap { half in
                (0..<Units.count).map { unit in SIMD8<Float>((0..<8).map { -2 * half[8 * eight + $0][unit] }) }
            }
        }
        for index in numbers.indices {
            let factors = all.flatMap { half in (0..<Units.count).map { half[index][$0] } }
            var least = SIMD8<Float>(repeating: .infinity)
            var nearest = SIMD8<UInt32>(repeating: 0)
            for eight in 0..<eights {
                var distances = squares[eight]
                for unit in 0..<units { distances += rows[eight &* units &+ unit] * factors[unit] }
                let isNearer = distances .< least
                least.replace(with: distances, where: isNearer)
                nearest.replace(with: UInt32(8 * eight), where: isNearer)
            }
            let place = (0..<8).min { least[$0] < least[$1] } ?? 0
            numbers[index] = UInt8(Int(nearest[place]) + place)
        }
    }

    /// Moves each to the middle of those that it stands in for.
    private mutating func center(_ all: [[Units]], _ weights: [Float]) {
        for half in halves.indices {
            var sums = [Units](repeating: .zero, count: halves[half].count)
            var totals = [Float](repeating: 0, count: halves[half].count)
            for (index, vector) in all[half].enumerated() {
                sums[Int(numbers[index])] += vector * weights[index]
                totals[Int(numbers[index])] += weights[index]
            }
            for number in sums.indices where totals[number] > 0 {
                halves[half][number] = sums[number] * (1 / totals[number])
            }
        }
    }
}
