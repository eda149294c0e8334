internal import News

extension TimeZone {
    /// Reads a zone file: TZif by RFC 8536 and its successor, versions 1 to 4. Of a file that holds both, the 64-bit part
    /// is read. Nil where the bytes are no such file or contradict themselves.
    ///
    /// Files under `right/` count leap seconds, which the system's clock does not: they are taken out of the transitions.
    init?(name: String, zoneFile bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard var header = ZoneFileHeader(&reader) else { return nil }
        var timeSize = 4
        if header.version >= 2 {
            guard reader.skip(header.size(timeSize: 4)), let second = ZoneFileHeader(&reader) else { return nil }
            header = second
            timeSize = 8
        }
        guard reader.remaining >= header.size(timeSize: timeSize),
            let block = ZoneFileBlock(header, &reader, timeSize: timeSize)
        else { return nil }
        var rule: RecurringRule?
        if timeSize == 8, let footer = reader.line(), !footer.isEmpty {
            var footerReader = FooterReader(footer)
            rule = footerReader.rule()
            guard rule != nil else { return nil }
        }
        self.name = name
        self.rule = rule
        transitions = block.transitions
        offsets = block.offsets
        firstOffset = block.firstOffset
    }
}

/// The counts of one part of a zone file.
private struct ZoneFileHeader {
    let version: Int
    let utcMarks: Int
    let standardMarks: Int
    let leapSeconds: Int
    let transitions: Int
    let types: Int
    let characters: Int

    init?(_ reader: inout ByteReader) {
        guard reader.take(Array("TZif".utf8)), let version = reader.integer(size: 1), reader.skip(15) else {
            return nil
        }
        // A NUL, or the version as an ASCII digit.
        self.version = version == 0 ? 1 : Int(version) - Int(UInt8(ascii: "0"))
        guard self.version >= 1, let utcMarks = reader.count(), let standardMarks = reader.count(),
            let leapSeconds = reader.count(), let transitions = reader.count(), let types = reader.count(),
            let characters = reader.count(), (1...256).contains(types)
        else { return nil }
        self.utcMarks = utcMarks
        self.standardMarks = standardMarks
        self.leapSeconds = leapSeconds
        self.transitions = transitions
        self.types = types
        self.characters = characters
    }

    func size(timeSize: Int) -> Int {
        transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + standardMarks + utcMarks
    }
}

/// The part of a zone file that was read.
private struct ZoneFileBlock {
    var transitions: [Instant] = []
    var offsets: [Int64] = []
    var firstOffset: Int64 = 0

    /// The caller made sure that there are as many bytes as the header says.
    init?(_ header: ZoneFileHeader, _ reader: inout ByteReader, timeSize: Int) {
        var times: [Int64] = []
        times.reserveCapacity(header.transitions)
        for _ in 0..<header.transitions {
            guard let time = reader.integer(size: timeSize), times.last.map({ $0 < time }) ?? true else { return nil }
            times.append(time)
        }
        var places: [Int] = []
        for _ in 0..<header.transitions {
            guard let place = reader.integer(size: 1).map({ Int(UInt8(truncatingIfNeeded: $0)) }), place < header.types
            else { return nil }
            places.append(place)
        }
        var types: [Int64] = []
        for _ in 0..<header.types {
            // RFC 8536, 3.2: more than a day and a bit is no offset.
            guard let offset = reader.integer(size: 4), (-89_999...93_599).contains(offset), reader.skip(2) else {
                return nil
            }
            types.append(offset)
        }
        guard reader.skip(header.characters) else { return nil }
        var leaps: [(at: Int64, correction: Int64)] = []
        for _ in 0..<header.leapSeconds {
            guard let at = reader.integer(size: timeSize), let correction = reader.integer(size: 4) else { return nil }
            leaps.append((at, correction))
        }
        guard reader.skip(header.standardMarks + header.utcMarks) else { return nil }
        firstOffset = types[0]
        offsets = places.map { types[$0] }
        transitions = times.map { time in
            let passed = leaps.partitioningCount { $0.at <= time }
            return Instant(secondsSince1970: time).advanced(bySeconds: passed == 0 ? 0 : -leaps[passed - 1].correction)
        }
    }
}

/// Takes big-endian numbers off the front of bytes.
private struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var remaining: Int { rest.count }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= rest.count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    mutating func take(_ bytes: [UInt8]) -> Bool {
        guard rest.starts(with: bytes) else { return false }
        return skip(bytes.count)
    }

    /// A signed number in two's complement.
    mutating func integer(size: Int) -> Int64? {
        guard rest.count >= size, let first = rest.first else { return nil }
        let start = Int64(Int8(bitPattern: first))
        let value = rest.prefix(size).dropFirst().reduce(start) { $0 << 8 | Int64($1) }
        rest = rest.dropFirst(size)
        return value
    }

    /// A count: no more than the largest file can hold, so that sums of counts cannot overflow.
    mutating func count() -> Int? {
        integer(size: 4).flatMap { (0...TimeZones.largestFile).contains(Int($0)) ? Int($0) : nil }
    }

    /// A line between two line feeds.
    mutating func line() -> ArraySlice<UInt8>? {
        guard take([0x0A]), let end = rest.firstIndex(of: 0x0A) else { return nil }
        return rest[..<end]
    }
}
