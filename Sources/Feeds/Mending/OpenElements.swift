/// The elements that are open, innermost last.
struct OpenElements {
    struct Element {
        /// Where the name stands in the body.
        var start: UInt32
        var length: UInt16
        var isWritten: Bool
        var role: ElementRole
        var hash: UInt32
    }

    private(set) var stack: [Element] = []
    /// How many of them were written out.
    private(set) var written = 0
    /// Places of the open item and of the field that is a child of it or of the feed; nil when none is open.
    private(set) var item: Int?
    private(set) var field: Int?

    /// libxml2 stops at 256 levels; what lies deeper keeps its text and loses its tags.
    static let deepest = 200

    /// The innermost element's name.
    var top: Range<Int>? { stack.last.map { Int($0.start)..<(Int($0.start) + Int($0.length)) } }

    var fieldRole: ElementRole? { field.map { stack[$0].role } }

    /// Opens an element; false when its tags are to be left out.
    mutating func push(_ name: Range<Int>, hash: UInt32, role: ElementRole, isWanted: Bool) -> Bool {
        let isWritten = isWanted && written < OpenElements.deepest
        if isWritten { written += 1 }
        if role.kind == .item, item == nil { item = stack.count }
        if role.kind == .field, field == nil { field = stack.count }
        stack.append(
            Element(
                start: UInt32(truncatingIfNeeded: name.lowerBound), length: UInt16(truncatingIfNeeded: name.count),
                isWritten: isWritten, role: role, hash: hash))
        return isWritten
    }

    /// Closes the innermost element.
    mutating func pop() -> Element? {
        guard let last = stack.popLast() else { return nil }
        if last.isWritten { written -= 1 }
        if item == stack.count { item = nil }
        if field == stack.count { field = nil }
        return last
    }

    /// The innermost element with that hash, looked for among the innermost few hundred, the item and its field, and
    /// the outermost: no document that makes sense goes deeper, and one that makes none shall not cost more.
    func position(ofHash hash: UInt32) -> Int? {
        let near = stack.indices.suffix(300).reversed()
        if let place = near.first(where: { stack[$0].hash == hash }) { return place }
        let far = [field, item].compactMap { $0 } + stack.indices.prefix(4).reversed()
        return far.first { stack[$0].hash == hash }
    }
}
