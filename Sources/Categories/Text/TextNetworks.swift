/// The networks of a ``TextModel``, read where they lie. They were taught together what the mean of more, and larger ones,
/// says.
///
/// In this order, all 32-bit floats: what each unit takes of each number of the text's vector, eight units at a time, number
/// by number; what each unit brings along; what each unit gives to each outcome, eight numbers of which the last is unused.
package struct TextNetworks {
    /// Networks whose mean the model is.
    package static let count = 4
    /// Units in the hidden layer of each.
    package static let width = 32
    /// Units of all networks, and these taken eight by eight.
    package static let units = count * width
    package static let eights = units / 8

    private static let biasesStart = units * Codebooks.width * 4
    private static let outputsStart = biasesStart + units * 4
    /// Bytes of all this.
    package static let size = outputsStart + units * 32

    private let bytes: UnsafeRawPointer

    /// The networks that begin at `bytes`, which must be ``size`` bytes at least.
    init(_ bytes: UnsafeRawPointer) { self.bytes = bytes }

    /// What eight units take of a number of the text's vector.
    @inline(__always)
    func inputs(of eight: Int, from number: Int) -> SIMD8<Float> {
        numbers(at: (eight &* Codebooks.width &+ number) &* 32)
    }

    /// What eight units take in when there are no features.
    @inline(__always)
    func biases(of eight: Int) -> SIMD8<Float> { numbers(at: TextNetworks.biasesStart &+ eight &* 32) }

    /// What a unit gives to each outcome.
    @inline(__always)
    func outputs(of unit: Int) -> SIMD8<Float> { numbers(at: TextNetworks.outputsStart &+ unit &* 32) }

    /// Little-endian as all of the table; so are the processors that Swift knows.
    @inline(__always)
    private func numbers(at place: Int) -> SIMD8<Float> {
        (bytes + place).loadUnaligned(as: SIMD8<Float>.self)
    }
}
