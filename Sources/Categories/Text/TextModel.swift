internal import CTables
internal import Glibc
internal import News

/// Scores of the seven outcomes: the six in their order, then none of them.
package typealias OutcomeScores = SIMD8<Double>

/// The text model: the mean of four small networks over hashed features, read where it lies.
///
/// A network has one hidden layer. Each feature has a vector of as many numbers as the layer has units; their sum over a
/// text's features, each times what it weighs in a text of length 1, with what the units bring along, is what the layer
/// takes in; what is below 0 is cut off, and each outcome's score is a weighted sum of the rest. That an outcome's words
/// must come together to count is what the layer adds to a mere sum of weights.
///
/// Vectors of their own for all features would be fifty times too large. So each network has 256 of them, and a feature has
/// the number of the one nearest to its own: as the networks were trained apart, their errors are not the same, and
/// largely cancel each other.
///
/// The table is a ``PackedTable`` of records of 20 bytes. Those that come first are the bytes of ``TextParameters`` and
/// then of ``TextNetworks``; the others are buckets. A feature's hash names a bucket, which has room for four features:
/// first a mark of each, the last byte of its hash, then for each the numbers of its vectors, one byte for each network.
/// A feature whose mark is not there is not known. (With a place of its own for each hash, a seventh of them would stay
/// empty, while features that matter lose theirs to others.)
package struct TextModel {
    /// `blt-text` as bytes.
    package static let magic: UInt64 = 0x7478_6574_2d74_6c62
    /// Bytes in a bucket.
    package static let recordSize = 20
    /// Features that a bucket has room for.
    package static let bucketRoom = 4
    /// Raised whenever features or scoring change: a table of another version is not read.
    package static let features: Float = 3
    /// Records before the buckets.
    private static let recordsBeforeBuckets = (TextParameters.size + TextNetworks.size + recordSize - 1) / recordSize
    /// Bytes that fill the last of these.
    package static let padding = recordsBeforeBuckets * recordSize - TextParameters.size - TextNetworks.size

    let table: PackedTable
    package let parameters: TextParameters
    let networks: TextNetworks
    private let buckets: UInt64

    /// The model in `bytes`, which must outlive it; nil when they hold no such table.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let table = PackedTable(bytes, magic: TextModel.magic, recordSize: TextModel.recordSize),
            table.count > TextModel.recordsBeforeBuckets, let start = table.start
        else { return nil }
        self.table = table
        parameters = TextParameters(start)
        guard parameters[.features] == TextModel.features else { return nil }
        networks = TextNetworks(start + TextParameters.size)
        buckets = UInt64(table.count - TextModel.recordsBeforeBuckets)
    }

    /// The model that is linked into the program.
    package static var embedded: TextModel? {
        let embedded = text_model_table()
        return TextModel(UnsafeRawBufferPointer(start: embedded.bytes, count: embedded.size))
    }

    package var sourceDigest: UInt64 { table.sourceDigest }
    package var slotCount: Int { Int(buckets) * TextModel.bucketRoom }

    /// The bucket that a feature's hash names, counted from 0.
    @inline(__always)
    package static func bucket(of hash: UInt64, among buckets: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash >> 32) &* buckets) >> 32)
    }

    /// The byte by which a bucket tells its features from others; 0 marks an empty place.
    @inline(__always)
    package static func mark(of hash: UInt64) -> UInt8 {
        let mark = UInt8(truncatingIfNeeded: hash)
        return mark == 0 ? 1 : mark
    }

    @inline(__always)
    func bucket(of hash: UInt64) -> Int { TextModel.bucket(of: hash, among: buckets) }

    /// Asks memory for a bucket that will be read soon.
    @inline(__always)
    func prefetch(_ bucket: Int) { table.prefetch(TextModel.recordsBeforeBuckets &+ bucket) }

    /// The place of a mark in a bucket, ``bucketRoom`` when it is not there. All four are looked at in one go: a byte of 0
    /// is the only one that lends from its highest bit.
    @inline(__always)
    func place(of mark: UInt8, in bucket: Int) -> Int {
        let marks = table.number(TextModel.recordsBeforeBuckets &+ bucket, at: 0, as: UInt32.self)
        let unlike = marks ^ (UInt32(mark) &* 0x0101_0101)
        return ((unlike &- 0x0101_0101) & ~unlike & 0x8080_8080).trailingZeroBitCount / 8
    }

    /// The slot of a feature, if the model knows it: slots are numbered bucket by bucket.
    package func knownSlot(of hash: UInt64) -> Int? {
        let bucket = bucket(of: hash)
        let place = place(of: TextModel.mark(of: hash), in: bucket)
        return place < TextModel.bucketRoom ? bucket * TextModel.bucketRoom + place : nil
    }

    /// The numbers of the vectors of the feature in a slot.
    @inline(__always)
    func vectorNumbers(in slot: Int) -> VectorNumbers {
        let place = 4 &+ 4 &* (slot & 3)
        return VectorNumbers(
            bits: table.number(TextModel.recordsBeforeBuckets &+ (slot &>> 2), at: place, as: UInt32.self))
    }
}

/// The numbers at the head of the table, 32-bit floats one after the other.
package struct TextParameters {
    /// How many there is room for.
    package static let count = 512
    /// Bytes of all.
    package static let size = 4 * count

    /// Where each stands.
    package enum Name: Int {
        case features = 0
        /// The scores are divided by this: then they are log-probabilities that hold.
        case temperature = 2
        /// What one level of a vector's numbers is worth, for each network.
        case scales = 4
        /// Eight numbers, one for each outcome.
        case bias = 8
        /// See ``Calibration``: for each of two grounds and six categories eight numbers.
        case calibration = 16
        /// Up to 40 languages: their code, and a bit for each category that may go out by text alone.
        case languages = 300
    }

    private let bytes: UnsafeRawPointer

    /// The numbers that begin at `bytes`.
    init(_ bytes: UnsafeRawPointer) { self.bytes = bytes }

    package subscript(name: Name, offset: Int = 0) -> Float {
        let place = 4 * (name.rawValue + offset)
        return Float(bitPattern: UInt32(littleEndian: (bytes + place).loadUnaligned(as: UInt32.self)))
    }
}
