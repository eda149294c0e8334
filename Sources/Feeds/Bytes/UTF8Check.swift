/// What a look over the bytes finds about UTF-8.
struct UTF8Census: Equatable {
    /// Well-formed sequences of two bytes.
    var pairs = 0
    /// Well-formed sequences of three or four bytes: they hardly come about by chance.
    var longer = 0
    /// Places where bytes are not UTF-8.
    var faults = 0

    var sequences: Int { pairs + longer }
}

extension UnsafeRawBufferPointer {
    /// Counts sequences and faults; stops after `limit` faults. A sequence cut off by the end is no fault.
    func utf8Census(stoppingAfter limit: Int = .max) -> UTF8Census {
        var census = UTF8Census()
        var place = 0
        while place < count {
            place = asciiEnd(from: place)
            guard place < count else { break }
            let length = utf8SequenceLength(at: place)
            switch length {
            case 0:
                if isCutSequence(at: place) { return census }
                census.faults += 1
                if census.faults >= limit { return census }
                place += 1
            case 2:
                census.pairs += 1
                place += 2
            default:
                census.longer += 1
                place += length
            }
        }
        return census
    }

    /// Whether all bytes are UTF-8.
    ///
    /// The usual sequences of two and of three bytes are looked at here, without the questions that only rare ones
    /// raise: every text that is not in English consists of them.
    var isUTF8: Bool {
        guard let base = baseAddress else { return true }
        let bytes = base.assumingMemoryBound(to: UInt8.self)
        var place = asciiEnd(from: 0)
        while place < count {
            let lead = bytes[place]
            if lead < 0x80 {
                place = asciiEnd(from: place)
            } else if lead & 0xe0 == 0xc0, lead >= 0xc2, place + 1 < count, bytes[place + 1] & 0xc0 == 0x80 {
                place += 2
            } else if lead & 0xf0 == 0xe0, lead != 0xe0, lead != 0xed, place + 2 < count,
                (bytes[place + 1] ^ 0x80 | bytes[place + 2] ^ 0x80) & 0xc0 == 0
            {
                place += 3
            } else {
                let length = utf8SequenceLength(at: place)
                guard length > 0 else { return false }
                place += length
            }
        }
        return true
    }

    /// The first place at or behind `start` that holds a byte of 0x80 or more.
    func asciiEnd(from start: Int) -> Int {
        guard let base = baseAddress else { return 0 }
        var place = start
        func word(_ offset: Int) -> UInt64 { (base + place + offset).loadUnaligned(as: UInt64.self) }
        while place + 32 <= count {
            guard (word(0) | word(8) | word(16) | word(24)) & 0x8080_8080_8080_8080 == 0 else { break }
            place += 32
        }
        while place + 8 <= count {
            let high = word(0) & 0x8080_8080_8080_8080
            guard high == 0 else { return place + high.littleEndian.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < count, self[place] < 0x80 { place += 1 }
        return place
    }

    /// Length of the well-formed non-ASCII sequence at `place` (2 to 4); 0 where there is none.
    func utf8SequenceLength(at place: Int) -> Int {
        let lead = self[place]
        let rest = count - place
        func trail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
            range.contains(self[place + offset])
        }
        switch lead {
        case 0xc2...0xdf:
            return rest >= 2 && trail(1) ? 2 : 0
        case 0xe0...0xef:
            let second: ClosedRange<UInt8> =
                lead == 0xe0 ? 0xa0...0xbf : lead == 0xed ? 0x80...0x9f : 0x80...0xbf
            return rest >= 3 && trail(1, second) && trail(2) ? 3 : 0
        case 0xf0...0xf4:
            let second: ClosedRange<UInt8> =
                lead == 0xf0 ? 0x90...0xbf : lead == 0xf4 ? 0x80...0x8f : 0x80...0xbf
            return rest >= 4 && trail(1, second) && trail(2) && trail(3) ? 4 : 0
        default:
            return 0
        }
    }

    /// Whether the bytes end in the middle of a sequence that begins at `place`.
    private func isCutSequence(at place: Int) -> Bool {
        let lead = self[place]
        let wanted = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0
        guard wanted > 0, lead <= 0xf4, count - place < wanted else { return false }
        for offset in (place + 1)..<count where self[offset] & 0xc0 != 0x80 { return false }
        return true
    }
}
