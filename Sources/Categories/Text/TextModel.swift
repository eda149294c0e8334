internal import CTables
internal import Glibc
internal import News

/// Scores of the seven outcomes: the six in their order, then none of them.
package typealias OutcomeScores = SIMD8<Double>

/// The text model: a linear model over hashed features, read where it lies.
///
/// The table is a ``PackedTable`` of records of five bytes. The first ``parameterCount`` hold one 32-bit float each (see
/// ``TextParameters``), the others are slots. A feature's hash names one slot; the slot's first byte must be the last of
/// the hash, else the feature is not known. The other bytes hold the weights of the six against none of the six: two
/// bits of exponent, six times five bits of signed level.
package struct TextModel {
    /// `blt-text` as bytes.
    package static let magic: UInt64 = 0x7478_6574_2d74_6c62
    /// Bytes in a record.
    package static let recordSize = 5
    /// Records that hold numbers instead of slots.
    package static let parameterCount = 512
    /// Raised whenever features or scoring change: a table of another version is not read.
    package static let features: Float = 2

    let table: PackedTable
    package let parameters: TextParameters
    private let slots: UInt64

    /// The model in `bytes`, which must outlive it; nil when they hold no such table.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let table = PackedTable(bytes, magic: TextModel.magic, recordSize: TextModel.recordSize),
            table.count > TextModel.parameterCount
        else { return nil }
        self.table = table
        parameters = TextParameters(table)
        guard parameters[.features] == TextModel.features else { return nil }
        slots = UInt64(table.count - TextModel.parameterCount)
    }

    /// The model that is linked into the program.
    package static var embedded: TextModel? {
        let embedded = text_model_table()
        return TextModel(UnsafeRawBufferPointer(start: embedded.bytes, count: embedded.size))
    }

    package var sourceDigest: UInt64 { table.sourceDigest }
    package var slotCount: Int { Int(slots) }

    /// The slot that a feature's hash names, counted from 0.
    @inline(__always)
    package static func slot(of hash: UInt64, among slots: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash >> 32) &* slots) >> 32)
    }

    /// The byte by which a slot tells its feature from others; 0 marks an empty slot.
    @inline(__always)
    package static func mark(of hash: UInt64) -> UInt8 {
        let mark = UInt8(truncatingIfNeeded: hash)
        return mark == 0 ? 1 : mark
    }

    @inline(__always)
    func slot(of hash: UInt64) -> Int { TextModel.slot(of: hash, among: slots) }

    /// The mark of the feature that a slot belongs to.
    @inline(__always)
    func mark(in slot: Int) -> UInt8 { table.number(TextModel.parameterCount + slot, at: 0, as: UInt8.self) }

    /// Asks memory for a slot that will be read soon.
    @inline(__always)
    func prefetch(_ slot: Int) { table.prefetch(TextModel.parameterCount + slot) }

    /// The slot of a feature, if the model knows it.
    @inline(__always)
    func knownSlot(of hash: UInt64) -> Int? {
        let slot = slot(of: hash)
        return mark(in: slot) == TextModel.mark(of: hash) ? slot : nil
    }

    /// The weights in a slot, those of none of the six being 0.
    @inline(__always)
    func weights(in slot: Int) -> SIMD8<Float> {
        let bits = table.number(TextModel.parameterCount + slot, at: 1, as: UInt32.self)
        return SlotWeights.unpacked(bits) * parameters.step
    }
}

/// Six weights in 32 bits: the exponent in the upper two, five bits for each weight below.
package enum SlotWeights {
    /// The largest level; levels run from minus this.
    package static let most: Float = 15

    @inline(__always)
    package static func unpacked(_ bits: UInt32) -> SIMD8<Float> {
        @inline(__always)
        func level(_ shift: UInt32) -> Int32 { Int32(truncatingIfNeeded: (bits &>> shift) & 31) &- 16 }
        let levels = SIMD8<Int32>(level(0), level(5), level(10), level(15), level(20), level(25), 0, 0)
        return SIMD8<Float>(levels) * Float(Int32(1) &<< Int32(truncatingIfNeeded: bits &>> 30))
    }

    /// The nearest weights that 32 bits can hold.
    package static func packed(_ weights: SIMD8<Float>, step: Float) -> UInt32 {
        var largest: Float = 0
        for index in 0..<6 { largest = max(largest, abs(weights[index])) }
        var exponent: UInt32 = 0
        while exponent < 3, largest > SlotWeights.most * step * Float(UInt32(1) << exponent) { exponent += 1 }
        let unit = step * Float(UInt32(1) << exponent)
        var bits = exponent << 30
        for index in 0..<6 {
            let level = min(SlotWeights.most, max(-SlotWeights.most, (weights[index] / unit).rounded()))
            bits |= UInt32(Int32(level) + 16) << UInt32(5 * index)
        }
        return bits
    }
}

/// The numbers at the head of the table.
package struct TextParameters {
    /// Where each stands.
    package enum Name: Int {
        case features = 0
        /// What one level of a slot with exponent 0 is worth.
        case step = 1
        /// Eight numbers, one for each outcome.
        case bias = 8
        /// The scores are divided by this: then they are log-probabilities that hold.
        case temperature = 2
        /// See ``Calibration``: for each of two grounds and six categories eight numbers.
        case calibration = 16
        /// Up to 40 languages: their code, and a bit for each category that may go out by text alone.
        case languages = 300
    }

    private let table: PackedTable
    package let step: Float

    init(_ table: PackedTable) {
        self.table = table
        step = Float(bitPattern: table.number(Name.step.rawValue, at: 0, as: UInt32.self))
    }

    package subscript(name: Name, offset: Int = 0) -> Float {
        Float(bitPattern: table.number(name.rawValue + offset, at: 0, as: UInt32.self))
    }
}
