internal import CTables
internal import Glibc
internal import News

/// Scores of the seven outcomes: the six in their order, then none of them.
package typealias OutcomeScores = SIMD8<Double>

/// The text model: the mean of small networks over hashed features, read where it lies.
///
/// Each feature has a vector of 32 numbers (see ``Codebooks``). Their sum over a text's features, each times what it weighs
/// in a text of length 1, is the text's vector. Each network has one hidden layer: a unit takes in a weighted sum of the
/// vector's numbers and what it brings along; what is below 0 is cut off, and each outcome's score is a weighted sum of the
/// rest. That an outcome's words must come together to count is what the layer adds to a mere sum of weights.
///
/// The networks are pupils. Many others were trained apart, so that their errors are not the same and largely cancel each
/// other; each of these knew vectors of its own for all features, a hundred times as many numbers as the table has room
/// for. What the mean of these says, vectors of few numbers and few networks learn to say too.
///
/// The table is a ``PackedTable`` of records of 16 bytes. Those that come first are the bytes of ``TextParameters``,
/// ``Codebooks`` and ``TextNetworks``; the others are buckets. A feature's hash names a bucket, which has room for three
/// features: first their marks, ten bits each, that of the first the lowest, then their codewords, 32 bits each. A mark is
/// the last ten bits of a hash; a feature whose mark is not there is not known. (With a place of its own for each hash, a
/// seventh of them would stay empty, while features that matter lose theirs to others.)
package struct TextModel {
    /// `blt-text` as bytes.
    package static let magic: UInt64 = 0x7478_6574_2d74_6c62
    /// Bytes in a bucket.
    package static let recordSize = 16
    /// Features that a bucket has room for.
    package static let bucketRoom = 3
    /// Raised whenever features or scoring change: a table of another version is not read.
    package static let features: Float = 5
    /// Records before the buckets.
    private static let recordsBeforeBuckets = (sizeBeforeBuckets + recordSize - 1) / recordSize
    private static let sizeBeforeBuckets = TextParameters.size + Codebooks.size + TextNetworks.size
    /// Bytes that fill the last of these.
    package static let padding = recordsBeforeBuckets * recordSize - sizeBeforeBuckets

    let table: PackedTable
    package let parameters: TextParameters
    let codebooks: Codebooks
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
        codebooks = Codebooks(start + TextParameters.size)
        networks = TextNetworks(start + TextParameters.size + Codebooks.size)
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

    /// The number by which a bucket tells its features from others; 0 marks an empty place. Of the features that a bucket
    /// does not know, it takes one in 340 for one that it knows.
    @inline(__always)
    package static func mark(of hash: UInt64) -> UInt16 {
        let mark = UInt16(truncatingIfNeeded: hash & UInt64(mostMarks))
        return mark == 0 ? 1 : mark
    }

    /// The marks of a bucket's features, as they stand in its first 32 bits.
    package static func bits(of marks: some Collection<UInt16>) -> UInt32 {
        marks.reversed().reduce(0) { $0 << markBits | UInt32($1) }
    }

    private static let markBits: UInt32 = 10
    private static let mostMarks: UInt32 = 1 << markBits - 1

    @inline(__always)
    func bucket(of hash: UInt64) -> Int { TextModel.bucket(of: hash, among: buckets) }

    /// Asks memory for a bucket that will be read soon.
    @inline(__always)
    func prefetch(_ bucket: Int) { table.prefetch(TextModel.recordsBeforeBuckets &+ bucket) }

    /// The place of a mark in a bucket, ``bucketRoom`` when it is not there.
    @inline(__always)
    func place(of mark: UInt16, in bucket: Int) -> Int {
        let marks = quarter(0, of: bucket)
        var found = TextModel.bucketRoom
        for place in 0..<TextModel.bucketRoom {
            // A number, not a branch: the processor would guess every other one wrongly.
            let other = marks &>> (UInt32(place) &* TextModel.markBits) & TextModel.mostMarks
            found = other == UInt32(mark) ? place : found
        }
        return found
    }

    /// A quarter of a bucket, 32 bits; the first are the marks.
    @inline(__always)
    private func quarter(_ number: Int, of bucket: Int) -> UInt32 {
        table.number(TextModel.recordsBeforeBuckets &+ bucket, at: 4 &* number, as: UInt32.self)
    }

    /// The slot at a place of a bucket. Slots are numbered as their 32 bits follow each other, so that marks take a number
    /// too.
    @inline(__always)
    static func slot(at place: Int, in bucket: Int) -> Int { bucket &* (bucketRoom &+ 1) &+ place &+ 1 }

    /// The slot of a feature, if the model knows it.
    package func knownSlot(of hash: UInt64) -> Int? {
        let bucket = bucket(of: hash)
        let place = place(of: TextModel.mark(of: hash), in: bucket)
        return place < TextModel.bucketRoom ? TextModel.slot(at: place, in: bucket) : nil
    }

    /// The codewords of the feature in a slot.
    @inline(__always)
    package func codes(in slot: Int) -> FeatureCodes { FeatureCodes(bits: quarter(slot & 3, of: slot &>> 2)) }
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
        /// What one level of a vector's numbers is worth.
        case scale = 4
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
