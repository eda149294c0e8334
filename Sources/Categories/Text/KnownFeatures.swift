/// The known features of one text with how often each occurs, in the order they came in; a hash table beside the list
/// finds those that are there. Both lie in borrowed room.
///
/// When the list is full, further features are passed over: title and summary are cut so short that only a text that
/// never repeats itself gets there.
struct KnownFeatures {
    private struct Entry {
        var slot: UInt32
        var codes: FeatureCodes
        var count: UInt8
    }

    /// Places in the hash table; a power of two.
    private static let places = 2_048
    private static let most = 1_536

    private let entries: UnsafeMutableBufferPointer<Entry>
    private var used = 0
    /// Numbers of entries, counted from 1; 0 is a free place.
    private let numbers: UnsafeMutableBufferPointer<UInt16>

    /// No features yet, in room that is borrowed for the call.
    static func withNone<Result>(_ body: (KnownFeatures) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: Entry.self, capacity: most) { entries in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: places) { numbers in
                numbers.initialize(repeating: 0)
                return body(KnownFeatures(entries: entries, numbers: numbers))
            }
        }
    }

    private init(entries: UnsafeMutableBufferPointer<Entry>, numbers: UnsafeMutableBufferPointer<UInt16>) {
        self.entries = entries
        self.numbers = numbers
    }

    @inline(__always)
    mutating func add(_ slot: UInt32, count: UInt8, of model: TextModel) {
        var place = Int(truncatingIfNeeded: (slot &* 0x9E37_79B1) >> 21)
        while numbers[place] != 0 {
            let entry = Int(numbers[place]) &- 1
            if entries[entry].slot == slot {
                entries[entry].count = min(TermWeight.mostCounted, entries[entry].count &+ count)
                return
            }
            place = (place &+ 1) & (KnownFeatures.places - 1)
        }
        guard used < KnownFeatures.most else { return }
        entries[used] = Entry(
            slot: slot, codes: model.codes(in: Int(slot)), count: min(TermWeight.mostCounted, count))
        used &+= 1
        numbers[place] = UInt16(truncatingIfNeeded: used)
    }

    /// What the vectors of the features come to.
    func sums(in codebooks: Codebooks) -> VectorSums {
        VectorSums(of: used, in: codebooks) { index in
            (entries[index].codes, TermWeight.of(count: entries[index].count))
        }
    }

    /// The root of the sum of the squared weights.
    var length: Float {
        let squares = entries[..<used].reduce(0 as Int) { sum, entry in
            let weight = Int(TermWeight.of(count: entry.count))
            return sum &+ weight &* weight
        }
        return Float(squares).squareRoot()
    }
}
