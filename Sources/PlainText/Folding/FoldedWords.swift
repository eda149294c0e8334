/// The scalars of `text` as ``foldedTitle(_:dropAccents:)`` folds it: words with single blanks between them.
///
/// The scripts that news is written in are folded by rule, ten times as fast as with Unicode's tables; texts that hold
/// anything else go through the tables. Both ways lead to the same scalars.
/// - Parameter limit: The most bytes of the text that are looked at; it is cut between scalars.
public func foldedWords(_ text: String, limit: Int) -> [UInt32] {
    var text = text
    return text.withUTF8 { bytes in
        let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(wholeScalars(bytes, limit: limit)))
        var isSimple = true
        // No scalar folds to more scalars here than it has bytes.
        let scalars = [UInt32](unsafeUninitializedCapacity: bytes.count) { room, count in
            var words = FoldedWordWriter(room: room)
            isSimple = words.append(simple: bytes)
            count = isSimple ? words.count : 0
        }
        if isSimple { return scalars }
        let folded = foldedScalars(bytes, dropAccents: false)
        return [UInt32](unsafeUninitializedCapacity: folded.count) { room, count in
            var words = FoldedWordWriter(room: room)
            for scalar in folded { words.append(scalar.value) }
            count = words.count
        }
    }
}

/// The most bytes up to `limit` that do not end within a scalar.
private func wholeScalars(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    guard bytes.count > limit else { return bytes.count }
    var end = limit
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
}

/// Joins words with single blanks.
private struct FoldedWordWriter {
    let room: UnsafeMutableBufferPointer<UInt32>
    private(set) var count = 0
    private var isBetweenWords = false

    init(room: UnsafeMutableBufferPointer<UInt32>) {
        self.room = room
    }

    @inline(__always)
    mutating func append(_ scalar: UInt32) {
        if scalar == 0x20 {
            isBetweenWords = count > 0
            return
        }
        if isBetweenWords {
            room[count] = 0x20
            count += 1
            isBetweenWords = false
        }
        room[count] = scalar
        count += 1
    }

    /// Folds by rule; false, with nothing useful written, where a scalar needs the tables. Inlined, so that the writer
    /// stays in registers.
    @inline(__always)
    mutating func append(simple bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        var previous: UInt32 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                append(SimpleFolding.ascii(byte))
                previous = UInt32(byte)
                index += 1
                continue
            }
            let (scalar, length) = decoded(bytes, at: index)
            index += length
            if scalar == 0xDF {
                append(0x73)
                append(0x73)
            } else {
                switch SimpleFolding.fold(scalar, after: previous) {
                case SimpleFolding.needsTables: return false
                case SimpleFolding.ignored: break
                case let folded: append(folded)
                }
            }
            previous = scalar
        }
        return true
    }

    /// The scalar at `index`, which is not ASCII, and its bytes; a Swift string holds whole scalars only.
    private func decoded(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32, length: Int) {
        let byte = UInt32(bytes[index])
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard index + length <= bytes.count else { return (0xFFFD, bytes.count - index) }
        var scalar = byte & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
        return (scalar, length)
    }
}
