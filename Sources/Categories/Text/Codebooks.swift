/// The vectors of a ``TextModel``'s features, in few bytes: a feature's vector is a sum of codewords, one of each codebook
/// (additive quantisation), so that its own bytes need but number them.
///
/// In the table: codebook by codebook, codeword by codeword, one byte for each number.
package struct Codebooks {
    package static let count = 4
    /// Codewords in each.
    package static let codewords = 256
    /// Numbers in a vector.
    package static let width = 32
    /// Bytes of all.
    package static let size = count * codewords * width

    private let bytes: UnsafeRawPointer

    /// The codebooks that begin at `bytes`, which must be ``size`` bytes at least.
    package init(_ bytes: UnsafeRawPointer) { self.bytes = bytes }

    @inline(__always)
    package func codeword(_ code: UInt8, of book: Int) -> CodewordBytes {
        CodewordBytes(bytes + (book &* Codebooks.codewords &+ Int(code)) &* Codebooks.width)
    }

    /// The sum of a feature's codewords, for one number.
    func level(_ number: Int, of codes: FeatureCodes) -> Int {
        (0..<Codebooks.count).reduce(0) { $0 + Int(codeword(codes[$1], of: $1)[number]) }
    }
}

/// The codewords of a feature: their numbers, a byte for each codebook, that of the first the lowest.
package struct FeatureCodes: Sendable {
    private let bits: UInt32

    package init(bits: UInt32) { self.bits = bits }

    @inline(__always)
    package subscript(book: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits &>> UInt32(8 &* book)) }
}

/// A codeword as it lies in the table: levels of -127 to 127.
package struct CodewordBytes {
    private let bytes: UnsafeRawPointer

    /// The codeword that begins at `bytes`.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer) { self.bytes = bytes }

    /// Sixteen levels in two eights: those of numbers with even places, and with odd ones.
    ///
    /// Read as eight numbers of 16 bits, each two levels: the processor takes these apart in three steps, while Swift 6.3
    /// makes a call, or a loop over single bytes, of widening them.
    @inline(__always)
    func pairs(_ sixteen: Int) -> (even: SIMD8<Int16>, odd: SIMD8<Int16>) {
        let pairs = (bytes + 16 &* sixteen).loadUnaligned(as: SIMD8<Int16>.self)
        return ((pairs &<< 8) &>> 8, pairs &>> 8)
    }

    subscript(number: Int) -> Int8 { (bytes + number).load(as: Int8.self) }
}
