/// A number for each unit of a network's hidden layer, or each number of a vector of the table: there are as many.
///
/// Four times eight numbers, as of SIMD32 Swift 6.3 makes loops over single ones.
struct Units: Sendable {
    private var first: SIMD8<Float>
    private var second: SIMD8<Float>
    private var third: SIMD8<Float>
    private var fourth: SIMD8<Float>

    @inline(__always)
    init(repeating number: Float) {
        let eight = SIMD8<Float>(repeating: number)
        (first, second, third, fourth) = (eight, eight, eight, eight)
    }

    @inline(__always)
    private init(_ first: SIMD8<Float>, _ second: SIMD8<Float>, _ third: SIMD8<Float>, _ fourth: SIMD8<Float>) {
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    static let count = 32
    static var zero: Units { Units(repeating: 0) }

    subscript(unit: Int) -> Float {
        get {
            switch unit / 8 {
            case 0: first[unit % 8]
            case 1: second[unit % 8]
            case 2: third[unit % 8]
            default: fourth[unit % 8]
            }
        }
        set {
            switch unit / 8 {
            case 0: first[unit % 8] = newValue
            case 1: second[unit % 8] = newValue
            case 2: third[unit % 8] = newValue
            default: fourth[unit % 8] = newValue
            }
        }
    }

    @inline(__always)
    private func combined(
        _ other: Units, _ combine: (SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
    ) -> Units {
        Units(
            combine(first, other.first), combine(second, other.second), combine(third, other.third),
            combine(fourth, other.fourth))
    }

    @inline(__always)
    static func + (left: Units, right: Units) -> Units { left.combined(right) { $0 + $1 } }
    @inline(__always)
    static func - (left: Units, right: Units) -> Units { left.combined(right) { $0 - $1 } }
    @inline(__always)
    static func * (left: Units, right: Units) -> Units { left.combined(right) { $0 * $1 } }
    @inline(__always)
    static func / (left: Units, right: Units) -> Units { left.combined(right) { $0 / $1 } }
    @inline(__always)
    static func * (left: Units, right: Float) -> Units { left * Units(repeating: right) }
    @inline(__always)
    static func += (left: inout Units, right: Units) { left = left + right }
    @inline(__always)
    static func -= (left: inout Units, right: Units) { left = left - right }

    /// The numbers where those of `other` are above 0, and 0 elsewhere.
    @inline(__always)
    func kept(wherePositive other: Units) -> Units {
        combined(other) { $0.replacing(with: 0, where: $1 .<= 0) }
    }

    @inline(__always)
    var squareRoot: Units { combined(self) { left, _ in left.squareRoot() } }

    @inline(__always)
    var sum: Float { ((first + second) + (third + fourth)).sum() }

    /// The sum of the squares.
    @inline(__always)
    var energy: Float { (self * self).sum }

    /// The one farthest from 0, without its sign.
    var largest: Float { (0..<Units.count).reduce(0) { max($0, abs(self[$1])) } }
}
