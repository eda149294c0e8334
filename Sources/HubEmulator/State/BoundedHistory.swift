/// The newest elements of a series, bounded by their number and by the bytes they hold, so that an emulator can run for
/// weeks. Adding one takes constant time on average.
struct BoundedHistory<Element: Sendable>: Sendable {
    private var elements: [(element: Element, bytes: Int)?] = []
    private var start = 0
    private var bytes = 0
    /// At most so many elements.
    let capacity: Int
    /// At most so many bytes, by the caller's count; the newest element is kept whatever its size.
    let byteCapacity: Int

    init(capacity: Int, byteCapacity: Int = .max) {
        self.capacity = max(1, capacity)
        self.byteCapacity = byteCapacity
    }

    var count: Int { elements.count - start }

    /// From the oldest to the newest.
    var all: [Element] { elements[start...].compactMap { $0?.element } }

    /// Adds an element and returns those that had to go.
    @discardableResult mutating func append(_ element: Element, bytes size: Int = 0) -> [Element] {
        elements.append((element, size))
        bytes += size
        var gone: [Element] = []
        while count > capacity || (bytes > byteCapacity && count > 1) {
            if let oldest = elements[start] {
                gone.append(oldest.element)
                bytes -= oldest.bytes
            }
            elements[start] = nil
            start += 1
        }
        if start > capacity {
            elements.removeFirst(start)
            start = 0
        }
        return gone
    }

    mutating func removeAll() {
        elements.removeAll()
        start = 0
        bytes = 0
    }
}
