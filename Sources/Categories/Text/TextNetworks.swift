/// The four networks of a ``TextModel``, read where they lie.
///
/// In this order: the vectors, network by network, one byte for each number; what each unit of each hidden layer brings
/// along, a 32-bit float; what each unit gives to each outcome, eight 32-bit floats of which the last is unused.
package struct TextNetworks {
    /// Networks whose mean the model is.
    package static let count = 4
    /// Units in a hidden layer.
    package static let width = 64
    /// Different vectors that a network knows.
    package static let vectorsPerNetwork = 256
    /// Units of all networks.
    package static let units = count * width

    private static let biasesStart = count * vectorsPerNetwork * width
    private static let outputsStart = biasesStart + units * 4
    /// Bytes of all this.
    package static let size = outputsStart + units * 32

    private let bytes: UnsafeRawPointer

    /// The networks that begin at `bytes`, which must be ``size`` bytes at least.
    init(_ bytes: UnsafeRawPointer) { self.bytes = bytes }

    /// One of the vectors of a network.
    @inline(__always)
    func vector(_ number: UInt8, of network: Int) -> VectorBytes {
        VectorBytes(bytes + (network &* TextNetworks.vectorsPerNetwork &+ Int(number)) &* TextNetworks.width)
    }

    /// What a unit takes in when there are no features.
    @inline(__always)
    func bias(of unit: Int) -> Float { number(at: TextNetworks.biasesStart &+ unit &* 4) }

    /// What a unit gives to each outcome.
    @inline(__always)
    func outputs(of unit: Int) -> SIMD8<Float> {
        let start = TextNetworks.outputsStart &+ unit &* 32
        var outputs = SIMD8<Float>(repeating: 0)
        for outcome in 0..<7 { outputs[outcome] = number(at: start &+ outcome &* 4) }
        return outputs
    }

    @inline(__always)
    private func number(at place: Int) -> Float {
        Float(bitPattern: UInt32(littleEndian: (bytes + place).loadUnaligned(as: UInt32.self)))
    }
}

/// The numbers of a feature's vectors: one byte for each network, that of the first the lowest.
package struct VectorNumbers: Sendable {
    package var bits: UInt32

    package init(bits: UInt32) { self.bits = bits }

    @inline(__always)
    package subscript(network: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits &>> UInt32(8 &* network)) }
}

/// A vector as it lies in the table: levels of -127 to 127.
package struct VectorBytes {
    private let bytes: UnsafeRawPointer

    /// The vector that begins at `bytes`.
    @inline(__always)
    package init(_ bytes: UnsafeRawPointer) { self.bytes = bytes }

    /// The levels of sixteen units, in two eights: those of units with even numbers, and with odd ones.
    ///
    /// Read as eight numbers of 16 bits, each the levels of two units: the processor takes these apart in three steps, while
    /// Swift 6.3 makes a call, or a loop over single bytes, of widening them.
    @inline(__always)
    func pairs(_ sixteen: Int) -> (even: SIMD8<Int16>, odd: SIMD8<Int16>) {
        let pairs = (bytes + 16 &* sixteen).loadUnaligned(as: SIMD8<Int16>.self)
        return ((pairs &<< 8) &>> 8, pairs &>> 8)
    }

    subscript(unit: Int) -> Int8 { (bytes + unit).load(as: Int8.self) }
}
