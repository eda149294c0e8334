internal import Glibc

/// Turns the bytes of one body into UTF-8, in pieces. Bytes that mean nothing become U+FFFD: one broken character must
/// not cost a feed.
struct TextDecoder: ~Copyable {
    private let encoding: TextEncoding
    private let descriptor: iconv_t?
    /// UTF-8 for each byte from 0x80 of a single-byte encoding: iconv would go through two tables at each character.
    private var table: [Replacement] = []
    /// The beginning of a character whose rest comes with the next piece.
    private var carried: [UInt8] = []

    private struct Replacement {
        var bytes: (UInt8, UInt8, UInt8) = (0xef, 0xbf, 0xbd)
        var count = 3
    }

    init(_ encoding: TextEncoding) {
        self.encoding = encoding
        if case .utf8 = encoding {
            descriptor = nil
        } else {
            let opened = iconv_open("UTF-8", encoding.name)
            descriptor = opened == TextDecoder.failed ? nil : opened
        }
        if case .singleByte = encoding { table = makeTable() }
    }

    deinit {
        if let descriptor { iconv_close(descriptor) }
    }

    private static var failed: iconv_t? { iconv_t(bitPattern: -1) }

    /// Whether iconv can decode an encoding of that name.
    static func knows(_ name: String) -> Bool {
        let opened = iconv_open("UTF-8", name)
        guard opened != failed else { return false }
        iconv_close(opened)
        return true
    }

    /// Appends the characters of `bytes`; with `isLast`, what cannot be completed any more becomes U+FFFD.
    mutating func decode(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into output: inout ByteBuffer) {
        if !table.isEmpty {
            decodeByTable(bytes, into: &output)
            return
        }
        guard !carried.isEmpty else {
            decodeWhole(bytes, isLast: isLast, into: &output)
            return
        }
        var joined = carried
        joined.append(contentsOf: bytes)
        carried = []
        joined.withUnsafeBytes { decodeWhole($0, isLast: isLast, into: &output) }
    }

    private mutating func decodeWhole(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into output: inout ByteBuffer) {
        if case .utf8 = encoding {
            carried = repairUTF8(bytes, isLast: isLast, into: &output)
        } else {
            carried = decodeByLibrary(bytes, isLast: isLast, into: &output)
        }
    }

    private func decodeByTable(_ bytes: UnsafeRawBufferPointer, into output: inout ByteBuffer) {
        output.reserve(bytes.count)
        var place = 0
        while place < bytes.count {
            let end = bytes.asciiEnd(from: place)
            if end > place {
                output.append(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
                place = end
            }
            while place < bytes.count, bytes[place] >= 0x80 {
                let replacement = table[Int(bytes[place] & 0x7f)]
                output.reserve(3)
                let target = output.base + output.count
                target[0] = replacement.bytes.0
                target[1] = replacement.bytes.1
                if replacement.count == 3 { target[2] = replacement.bytes.2 }
                output.advance(by: replacement.count)
                place += 1
            }
        }
    }

    /// Runs iconv; returns the bytes of an unfinished character at the end.
    private func decodeByLibrary(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into output: inout ByteBuffer)
        -> [UInt8]
    {
        guard let descriptor, let start = bytes.baseAddress else { return [] }
        var input: UnsafeMutablePointer<CChar>? = UnsafeMutablePointer(
            mutating: start.assumingMemoryBound(to: CChar.self))
        var left = bytes.count
        while left > 0 {
            output.reserve(left + left / 2 + 16)
            var room = output.room
            let available = room
            var target: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(output.base + output.count)
                .assumingMemoryBound(to: CChar.self)
            let result = iconv(descriptor, &input, &left, &target, &room)
            let reason = errno
            output.advance(by: available - room)
            guard result == -1 else { break }
            if reason == E2BIG { continue }
            if reason == EINVAL && !isLast { return Array(bytes.suffix(left)) }
            output.append(scalar: "\u{fffd}")
            let skipped = min(encoding.unit, left)
            input = input.map { $0 + skipped }
            left -= skipped
        }
        return []
    }

    /// Copies UTF-8, replacing what is not; returns the beginning of a sequence that the end cut.
    private func repairUTF8(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into output: inout ByteBuffer) -> [UInt8] {
        output.reserve(bytes.count)
        var runStart = 0
        var place = bytes.asciiEnd(from: 0)
        while place < bytes.count {
            let length = bytes.utf8SequenceLength(at: place)
            if length > 0 {
                place = bytes.asciiEnd(from: place + length)
                continue
            }
            output.append(UnsafeRawBufferPointer(rebasing: bytes[runStart..<place]))
            if !isLast, bytes.count - place < 4, bytes.utf8CutLength(at: place) > 0 { return Array(bytes[place...]) }
            output.append(scalar: "\u{fffd}")
            // A sequence broken off in its middle is one fault, not one for each of its bytes.
            place += max(bytes.utf8CutLength(at: place), 1)
            runStart = place
            place = bytes.asciiEnd(from: place)
        }
        if runStart < bytes.count { output.append(UnsafeRawBufferPointer(rebasing: bytes[runStart...])) }
        return []
    }

    private func makeTable() -> [Replacement] {
        guard descriptor != nil else { return [Replacement](repeating: Replacement(), count: 128) }
        return (UInt8(0x80)...0xff).map { byte in
            var output = ByteBuffer(capacity: 64)
            _ = withUnsafeBytes(of: byte) { decodeByLibrary($0, isLast: true, into: &output) }
            // windows-125x leave some bytes open; the Encoding Standard makes them C1 controls, which text drops.
            guard output.count == 2 || output.count == 3 else { return Replacement() }
            let third = output.count == 3 ? output.base[2] : 0
            return Replacement(bytes: (output.base[0], output.base[1], third), count: output.count)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// How many bytes at `place` begin a sequence that something breaks off; 0 where none begins.
    func utf8CutLength(at place: Int) -> Int {
        let lead = self[place]
        let wanted = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0
        guard wanted > 0, lead <= 0xf4 else { return 0 }
        var length = 1
        while length < wanted, place + length < count, self[place + length] & 0xc0 == 0x80 { length += 1 }
        return length < wanted ? length : 0
    }
}
