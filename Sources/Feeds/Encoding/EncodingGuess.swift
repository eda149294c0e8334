/// The likeliest encoding of bytes that nobody labelled and that are not UTF-8: what the bytes of 0x80 and more look
/// like. Good enough for the encodings in which feeds without a declaration have been seen; windows-1252 is the rest.
func guessedEncoding(of body: UnsafeRawBufferPointer) -> TextEncoding {
    let sample = UnsafeRawBufferPointer(rebasing: body.prefix(65_536))
    let runs = HighRuns(sample)
    guard runs.bytes > 0, runs.averageLength > 1.6 else { return .serverDefault }
    let pairs = PairCensus(sample)
    if let encoding = pairs.encoding { return encoding }
    // Russian has its small letters, nearly all of a text, in the other half in KOI8.
    guard runs.averageLength > 2.5 else { return .serverDefault }
    return runs.lowerHalf > runs.upperHalf ? .singleByte("KOI8-R") : .singleByte("CP1251")
}

/// Runs of bytes of 0x80 and more. In Western languages they are single letters among ASCII.
private struct HighRuns {
    var runs = 0
    var bytes = 0
    /// Bytes 0xC0 to 0xDF, and 0xE0 to 0xFF.
    var lowerHalf = 0
    var upperHalf = 0

    var averageLength: Double { runs == 0 ? 0 : Double(bytes) / Double(runs) }

    init(_ sample: UnsafeRawBufferPointer) {
        var wasHigh = false
        for byte in sample {
            let isHigh = byte >= 0x80
            if isHigh {
                bytes += 1
                if !wasHigh { runs += 1 }
                if byte >= 0xe0 { upperHalf += 1 } else if byte >= 0xc0 { lowerHalf += 1 }
            }
            wasHigh = isHigh
        }
    }
}

/// A body read as pairs, as the East Asian encodings have them.
private struct PairCensus {
    /// Pairs of two bytes from 0xA1 on: GB 2312, EUC-KR, EUC-JP.
    private var extended = Tally()
    private var big5 = Tally()
    private var shiftJIS = Tally()
    /// Pairs in the rows of kana, of hangul, of the frequent Chinese characters.
    private var extendedKana = 0
    private var hangul = 0
    private var frequentGB = 0
    private var frequentBig5 = 0
    private var kana = 0

    private struct Tally {
        var pairs = 0
        var faults = 0
        /// Nearly everything fits; what does not is damage or another language in between.
        var fits: Bool { pairs >= 4 && faults * 50 <= pairs }
    }

    init(_ sample: UnsafeRawBufferPointer) {
        walk(sample, into: \.extended, isLead: { $0 >= 0xa1 && $0 <= 0xfe }, isTrail: { $0 >= 0xa1 && $0 <= 0xfe }) {
            if $1 == 0xa4 || $1 == 0xa5 { $0.extendedKana += 1 }
            if $1 <= 0xd7 { $0.frequentGB += 1 }
            if $1 >= 0xb0 && $1 <= 0xc8 || $1 == 0xa1 { $0.hangul += 1 }
        }
        walk(
            sample, into: \.big5, isLead: { $0 >= 0xa1 && $0 <= 0xf9 },
            isTrail: { $0 >= 0x40 && $0 <= 0x7e || $0 >= 0xa1 && $0 <= 0xfe }
        ) {
            if $1 >= 0xa1 && $1 <= 0xc6 { $0.frequentBig5 += 1 }
        }
        walk(
            sample, into: \.shiftJIS, isLead: { $0 >= 0x81 && $0 <= 0x9f || $0 >= 0xe0 && $0 <= 0xfc },
            isTrail: { $0 >= 0x40 && $0 <= 0xfc && $0 != 0x7f }
        ) {
            if $1 == 0x82 || $1 == 0x83 || $1 == 0x81 { $0.kana += 1 }
        }
    }

    private mutating func walk(
        _ sample: UnsafeRawBufferPointer, into tally: WritableKeyPath<PairCensus, Tally>,
        isLead: (UInt8) -> Bool, isTrail: (UInt8) -> Bool, note: (inout PairCensus, UInt8) -> Void
    ) {
        var place = 0
        while place < sample.count {
            let lead = sample[place]
            if lead < 0x80 {
                place += 1
            } else if isLead(lead), place + 1 < sample.count, isTrail(sample[place + 1]) {
                self[keyPath: tally].pairs += 1
                note(&self, lead)
                place += 2
            } else {
                if place + 1 < sample.count { self[keyPath: tally].faults += 1 }
                place += 1
            }
        }
    }

    var encoding: TextEncoding? {
        if extended.fits {
            if extendedKana * 5 > extended.pairs { return .multiByte("EUC-JP-MS") }
            if hangul * 10 > extended.pairs * 9 { return .multiByte("CP949") }
            if frequentGB * 10 > extended.pairs * 7 { return .multiByte("GB18030") }
        }
        if shiftJIS.fits && kana * 5 > shiftJIS.pairs { return .multiByte("CP932") }
        if big5.fits && frequentBig5 * 10 > big5.pairs * 7 { return .multiByte("BIG5-HKSCS") }
        return nil
    }
}
