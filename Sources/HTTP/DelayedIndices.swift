/// Indices with the time before which they have to wait, the earliest first: a binary heap.
struct DelayedIndices {
    private var heap: [(time: Double, index: Int)] = []

    /// The earliest time; nil when nothing waits.
    var firstTime: Double? { heap.first?.time }

    /// Adds an index.
    mutating func insert(_ index: Int, at time: Double) {
        var place = heap.count
        heap.append((time, index))
        while place > 0, heap[place].time < heap[(place - 1) / 2].time {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes out the earliest one if its time has come.
    mutating func removeFirst(notAfter now: Double) -> Int? {
        guard let first = heap.first, first.time <= now, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first.index }
        heap[0] = last
        var place = 0
        while let child = [2 * place + 1, 2 * place + 2].filter({ $0 < heap.count }).min(by: {
            heap[$0].time < heap[$1].time
        }), heap[child].time < heap[place].time {
            heap.swapAt(child, place)
            place = child
        }
        return first.index
    }
}
