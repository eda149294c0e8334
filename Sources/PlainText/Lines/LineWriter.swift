/// Appends text to a line: folds blanks, drops what has no use, keeps bidirectional formatting balanced, and stops
/// at the limit.
struct LineWriter {
    private var line: [UInt8] = []
    private let start: Int
    /// The line's size at which it is full; what the open directional formatting needs to be closed is set aside.
    private var end: Int
    private var hasPendingBlank = false
    private var hasVisibleText = false
    private var directions = DirectionStack()
    /// Whether something found no room; nothing is appended from then on.
    private(set) var isFull = false

    /// Takes the array over; ``finish(into:)`` gives it back.
    init(taking output: inout [UInt8], limit: Int) {
        swap(&line, &output)
        start = line.count
        end = limit < Int.max - line.count ? line.count + max(0, limit) : Int.max
    }

    /// Closes what is open and returns the array.
    mutating func finish(into output: inout [UInt8]) {
        if hasVisibleText, showsSomething(line[start...]) {
            directions.closeAll { write($0, to: &line) }
        } else {
            line.removeLast(line.count - start)
        }
        swap(&line, &output)
    }

    mutating func appendBlank() {
        hasPendingBlank = hasVisibleText
    }

    /// Well-formed text in which every character is kept and blanks stand single.
    mutating func append(run: UnsafeRawBufferPointer) {
        var (first, last) = (0, run.count)
        if first < last, run[first] == blank {
            appendBlank()
            first += 1
        }
        let endsInBlank = first < last && run[last - 1] == blank
        if endsInBlank { last -= 1 }
        guard first < last, makeRoom(forWidth: utf8Width(lead: run[first])) else { return }
        let room = end - line.count
        if last - first > room {
            isFull = true
            last = first + room
            while run[last] & 0xC0 == 0x80 { last -= 1 }
            if run[last - 1] == blank { last -= 1 }
        }
        line.append(contentsOf: UnsafeRawBufferPointer(rebasing: run[first..<last]))
        hasVisibleText = true
        if endsInBlank { appendBlank() }
    }

    /// One character, treated as a line needs it.
    mutating func append(_ scalar: Unicode.Scalar) {
        switch ScalarTreatment(scalar) {
        case .kept: appendKept(scalar, isVisible: true)
        case .invisible: appendKept(scalar, isVisible: false)
        case .blank: appendBlank()
        case .dropped: if let meant = windows1252Scalar(scalar.value) { appendKept(meant, isVisible: true) }
        case .tag: if endsInFlag { appendKept(scalar, isVisible: false) }
        case .opensEmbedding: directions.open(scalar, .embedding)
        case .opensOverride: directions.open(scalar, .droppedEmbedding)
        case .opensIsolate: directions.open(scalar, .isolate)
        case .closesEmbedding: if let end = directions.closeEmbedding() { appendEnd(end) }
        case .closesIsolate: closeIsolate()
        }
    }

    private mutating func appendKept(_ scalar: Unicode.Scalar, isVisible: Bool) {
        guard makeRoom(forWidth: scalar.utf8.count) else { return }
        write(scalar, to: &line)
        if isVisible { hasVisibleText = true }
    }

    /// Writes what waits for the next character, if both find room.
    @inline(__always)
    private mutating func makeRoom(forWidth width: Int) -> Bool {
        if hasPendingBlank || directions.unwritten > 0 { return writeWaiting(before: width) }
        if width > end - line.count { isFull = true }
        return !isFull
    }

    private mutating func writeWaiting(before width: Int) -> Bool {
        let openers = directions.unwritten * DirectionStack.width
        guard !isFull, width + (hasPendingBlank ? 1 : 0) + 2 * openers <= end - line.count else {
            isFull = true
            return false
        }
        if hasPendingBlank { line.append(blank) }
        hasPendingBlank = false
        directions.writeWaiting { write($0, to: &line) }
        end -= openers
        return true
    }

    private mutating func closeIsolate() {
        var ends: [Unicode.Scalar] = []
        directions.closeIsolate { ends.append($0) }
        for end in ends { appendEnd(end) }
    }

    /// Its room was set aside when its opener was written.
    private mutating func appendEnd(_ scalar: Unicode.Scalar) {
        end += DirectionStack.width
        write(scalar, to: &line)
    }

    /// Behind the black flag or another tag.
    private var endsInFlag: Bool {
        guard !hasPendingBlank, line.count - start >= 4 else { return false }
        let tail = line[(line.count - 4)...]
        return tail.elementsEqual([0xF0, 0x9F, 0x8F, 0xB4]) || tail.starts(with: [0xF3, 0xA0])
    }
}

/// Whether a line has a character that stands by itself. Marks need one to sit on: alone they would sit on the words
/// before the line, wherever it is put.
private func showsSomething(_ line: ArraySlice<UInt8>) -> Bool {
    if let first = line.first, first > blank, first < 0x7F { return true }
    return line.withUnsafeBytes { bytes in
        var index = 0
        while index < bytes.count {
            let (scalar, width) = decodeScalar(bytes, at: index)
            if scalar.map(standsByItself) ?? false { return true }
            index += width
        }
        return false
    }
}

private func standsByItself(_ scalar: Unicode.Scalar) -> Bool {
    isCommonLetter(scalar) || standsByItselfByItsProperties(scalar)
}

/// Letters with which most headlines begin that do not begin in ASCII. The standard library's tables would be asked for
/// each of them otherwise, which took a tenth of the time that the reader's own code takes.
private func isCommonLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Latin, Greek, Cyrillic; Arabic; kana; Han; Hangul.
    case 0xC0...0x24F, 0x3A3...0x3FF, 0x400...0x482, 0x620...0x64A, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF,
        0xAC00...0xD7A3:
        true
    default: false
    }
}

private func standsByItselfByItsProperties(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .spaceSeparator: false
    // The braille blank is the one symbol that shows nothing.
    default: !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
    }
}

private func write(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
    for byte in scalar.utf8 { line.append(byte) }
}

/// Bytes of the well-formed scalar that begins with `lead`.
@inline(__always)
private func utf8Width(lead: UInt8) -> Int {
    lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
}
