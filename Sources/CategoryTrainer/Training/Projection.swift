/// The few directions in which the vectors of all networks, taken together, differ most: as many as a vector of the table
/// has numbers. What the networks know of a feature in common lies there, and little else is lost.
struct Projection {
    /// For each unit of each network, its share in each direction.
    private(set) var units: [Units]

    /// Steps after which the directions have long settled.
    private static let rounds = 30

    /// - Parameter features: How much each feature that counts matters.
    init(_ networks: [Network], of features: [(feature: Int, weight: Float)], _ random: inout SplitMix) {
        let products = Projection.products(networks, features)
        let count = networks.count * Units.count
        // Multiplied again and again, any directions turn to the greatest ones, if they are kept apart.
        var directions = (0..<count).map { _ in random.units() }
        Projection.makeOrthonormal(&directions)
        for _ in 0..<Projection.rounds {
            directions = (0..<count).map { unit in
                var sum = Units.zero
                for other in 0..<count { sum += directions[other] * products[unit * count + other] }
                return sum
            }
            Projection.makeOrthonormal(&directions)
        }
        units = directions
    }

    /// A feature's vector of the table, from those that it has in all networks.
    func vector(of feature: Int, in networks: [Network]) -> Units {
        var vector = Units.zero
        for (number, network) in networks.enumerated() {
            let levels = network.vectors[feature]
            for unit in 0..<Units.count { vector += units[number * Units.count + unit] * levels[unit] }
        }
        return vector
    }

    /// For each two units, the weighted sum of their products over all features.
    private static func products(
        _ networks: [Network], _ features: [(feature: Int, weight: Float)]
    ) -> [Float] {
        let (blocks, count) = (networks.count, networks.count * Units.count)
        var sums = [Units](repeating: .zero, count: count * blocks)
        for (feature, weight) in features {
            for (number, network) in networks.enumerated() {
                let levels = network.vectors[feature] * weight
                for unit in 0..<Units.count {
                    let (row, level) = ((number * Units.count + unit) * blocks, levels[unit])
                    for block in 0...number { sums[row + block] += networks[block].vectors[feature] * level }
                }
            }
        }
        return (0..<count * count).map { place in
            // What lies above the diagonal is what lies below it.
            let (high, low) = (max(place / count, place % count), min(place / count, place % count))
            return sums[high * blocks + low / Units.count][low % Units.count]
        }
    }

    /// Gram and Schmidt's way, in double precision.
    private static func makeOrthonormal(_ directions: inout [Units]) {
        var columns = (0..<Units.count).map { number in directions.map { Double($0[number]) } }
        for column in columns.indices {
            for before in 0..<column {
                let share = zip(columns[column], columns[before]).reduce(0) { $0 + $1.0 * $1.1 }
                for unit in directions.indices { columns[column][unit] -= share * columns[before][unit] }
            }
            let length = columns[column].reduce(0) { $0 + $1 * $1 }.squareRoot()
            for unit in directions.indices { columns[column][unit] /= max(length, 1e-30) }
        }
        for unit in directions.indices {
            for number in 0..<Units.count { directions[unit][number] = Float(columns[number][unit]) }
        }
    }
}
