/// Features on their way to being looked up.
///
/// The model is larger than the nearest caches, and the features of a text lie all over it. One looked up after the
/// other, each would wait for memory by itself, and for the processor to guess whether the model knows it. So memory is
/// asked for a bucket when its feature comes in, and the buckets are read when there is a batch of them.
struct FeatureBatch {
    private struct Feature {
        var bucket: UInt32
        var mark: UInt16
        /// 1 for a word.
        var word: UInt8
    }

    /// Enough for the first bucket to be there when it is read.
    private static let capacity = 64

    private let features: UnsafeMutableBufferPointer<Feature>
    /// Of the known ones, once they are read.
    private let slots: UnsafeMutableBufferPointer<UInt32>
    private var count = 0
    /// Of all features that came in.
    private(set) var words = 0
    private(set) var knownWords = 0

    /// A batch without features, in room that is borrowed for the call.
    static func withNone<Result>(_ body: (FeatureBatch) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: Feature.self, capacity: capacity) { features in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { slots in
                body(FeatureBatch(features: features, slots: slots))
            }
        }
    }

    private init(features: UnsafeMutableBufferPointer<Feature>, slots: UnsafeMutableBufferPointer<UInt32>) {
        self.features = features
        self.slots = slots
    }

    var isFull: Bool { count == FeatureBatch.capacity }

    /// Takes in one more, and asks memory for its bucket.
    @inline(__always)
    mutating func append(_ hash: UInt64, isWord: Bool, of model: TextModel) {
        let bucket = model.bucket(of: hash)
        model.prefetch(bucket)
        features[count] = Feature(
            bucket: UInt32(truncatingIfNeeded: bucket), mark: TextModel.mark(of: hash), word: isWord ? 1 : 0)
        count &+= 1
    }

    /// Empties the batch, and gives the slots of those that the model knows, in the order they came in.
    mutating func removeAll(knownTo model: TextModel) -> UnsafeMutableBufferPointer<UInt32> {
        var known = 0
        for index in 0..<count {
            let feature = features[index]
            // Numbers, as conditions become branches, and the processor would guess every other one wrongly.
            let place = model.place(of: feature.mark, in: Int(feature.bucket))
            let isKnown: UInt8 = place < TextModel.bucketRoom ? 1 : 0
            slots[known] = UInt32(truncatingIfNeeded: TextModel.slot(at: place, in: Int(feature.bucket)))
            known &+= Int(isKnown)
            words &+= Int(feature.word)
            knownWords &+= Int(feature.word & isKnown)
        }
        count = 0
        return UnsafeMutableBufferPointer(rebasing: slots[..<known])
    }
}
