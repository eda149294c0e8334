internal import PlainText

/// The features of an item's text: what the model is trained on and what it is asked about, made in this one place.
///
/// Title and summary are folded (Unicode's NFKC_Casefold, everything but letters, marks and digits a blank) and every
/// digit is read as 0. A word gives itself, itself with the word before it, and its runs of four and five letters with
/// its ends marked; a Korean word its runs of two and three. Where a script puts no blanks between words, the runs of
/// one to three characters stand in for all of these; but what Japanese writes in katakana is a word from elsewhere, and
/// gives itself when it is longer.
package struct TextFeatures {
    /// Scalars that were read: a feed's teaser may be the whole article.
    package static let longestTitle = 1_000
    package static let longestSummary = 800
    /// What an occurrence in the title counts, where one in the summary counts 1.
    package static let titleCount: UInt8 = 2

    /// A hash for each occurrence, the title's first.
    package private(set) var hashes: [UInt64] = []
    /// Where the word of each ends, among the folded scalars of its text.
    package private(set) var ends: [Int] = []
    /// How many of them are the title's.
    package private(set) var inTitle = 0

    /// The features of a title and a summary, both plain text.
    package init(title: String, summary: String) {
        var sink = HashSink()
        TextFeatures.visit(title: title, &sink)
        inTitle = sink.hashes.count
        TextFeatures.visit(summary: summary, &sink)
        hashes = sink.hashes
        ends = sink.ends
    }

    /// Gives every feature of a title to `sink`, in order.
    static func visit<Sink: FeatureSink>(title: String, _ sink: inout Sink) {
        foldedWords(title, limit: longestTitle).withUnsafeBufferPointer { visitFeatures(of: $0, &sink) }
    }

    /// The same for a summary.
    static func visit<Sink: FeatureSink>(summary: String, _ sink: inout Sink) {
        guard !summary.isEmpty else { return }
        foldedWords(summary, limit: longestSummary).withUnsafeBufferPointer { visitFeatures(of: $0, &sink) }
    }
}

/// What is told of each feature.
protocol FeatureSink {
    /// - Parameters:
    ///   - hash: Of the feature.
    ///   - isWord: Whether it is a whole word, or the run of two characters that stands in for one.
    ///   - range: Where its word lies among the folded scalars.
    mutating func take(_ hash: UInt64, isWord: Bool, in range: Range<Int>)
}

private struct HashSink: FeatureSink {
    var hashes: [UInt64] = []
    var ends: [Int] = []

    mutating func take(_ hash: UInt64, isWord: Bool, in range: Range<Int>) {
        hashes.append(hash)
        ends.append(range.upperBound)
    }
}

/// Gives every feature of folded text to `sink`, in order.
func visitFeatures<Sink: FeatureSink>(of scalars: UnsafeBufferPointer<UInt32>, _ sink: inout Sink) {
    // Room for the letters of the longest word, with its ends.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: scalars.count + 2) { letters in
        visitWords(of: scalars, spelling: letters, &sink)
    }
}

private func visitWords<Sink: FeatureSink>(
    of scalars: UnsafeBufferPointer<UInt32>, spelling letters: UnsafeMutableBufferPointer<UInt32>, _ sink: inout Sink
) {
    var previous: (hash: UInt64, start: Int)?
    var index = 0
    while index < scalars.count {
        if scalars[index] == 0x20 {
            index += 1
            continue
        }
        let isUnspaced = Script.isUnspaced(scalars[index])
        var end = index + 1
        while end < scalars.count, scalars[end] != 0x20, Script.isUnspaced(scalars[end]) == isUnspaced { end += 1 }
        if isUnspaced {
            visitRuns(scalars, index..<end, &sink)
            previous = nil
        } else {
            let word = visitWord(scalars, index..<end, spelling: letters, &sink)
            if let previous {
                sink.take(finished(previous.hash &* 31 &+ word), isWord: false, in: previous.start..<end)
            }
            previous = (word, index)
        }
        index = end
    }
}

/// Runs of one to three characters, and of katakana that is longer.
private func visitRuns<Sink: FeatureSink>(
    _ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>, _ sink: inout Sink
) {
    for start in range {
        var hash = FeatureSeed.run
        for end in start..<min(start + longestRun, range.upperBound) {
            hash = mixed(hash, scalars[end])
            sink.take(finished(hash), isWord: end == start + 1, in: start..<end + 1)
        }
    }
    var start = range.lowerBound
    while start < range.upperBound {
        var (end, hash) = (start, FeatureSeed.run)
        while end < range.upperBound, Script.isKatakana(scalars[end]) {
            hash = mixed(hash, scalars[end])
            end += 1
        }
        if end - start > longestRun { sink.take(finished(hash), isWord: false, in: start..<end) }
        start = max(end, start + 1)
    }
}

private let longestRun = 3

/// The word and its runs of letters; gives the word's hash.
private func visitWord<Sink: FeatureSink>(
    _ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>, spelling letters: UnsafeMutableBufferPointer<UInt32>,
    _ sink: inout Sink
) -> UInt64 {
    // The word's ends count as letters.
    letters[0] = FeatureSeed.wordStart
    var count = 1
    var hash = FeatureSeed.word
    for index in range {
        let letter = withoutDigit(scalars[index])
        hash = mixed(hash, letter)
        letters[count] = letter
        count &+= 1
    }
    letters[count] = FeatureSeed.wordEnd
    count &+= 1
    let word = finished(hash)
    sink.take(word, isWord: true, in: range)
    let spelled = UnsafeBufferPointer(rebasing: letters[..<count])
    if Script.isHangul(scalars[range.lowerBound]) {
        visitLetters(spelled, shortest: 2, longest: 3, of: range, &sink)
    } else {
        visitLetters(spelled, shortest: 4, longest: 5, of: range, &sink)
    }
    return word
}

/// Runs of letters; not the one that is the whole word. Inlined, since the lengths are known where it is called.
@inline(__always)
private func visitLetters<Sink: FeatureSink>(
    _ letters: UnsafeBufferPointer<UInt32>, shortest: Int, longest: Int, of range: Range<Int>, _ sink: inout Sink
) {
    guard letters.count >= shortest else { return }
    for start in 0...letters.count - shortest {
        var hash = FeatureSeed.letters
        for length in 1..<shortest { hash = mixed(hash, letters[start &+ length &- 1]) }
        let most = min(longest, letters.count - max(start, 1))
        var length = shortest
        while length <= most {
            hash = mixed(hash, letters[start &+ length &- 1])
            sink.take(finished(hash), isWord: false, in: range)
            length &+= 1
        }
    }
}

/// What the hashes of the different kinds begin with.
private enum FeatureSeed {
    static let word: UInt64 = 0xcbf2_9ce4_8422_2325
    static let letters: UInt64 = 0x9e37_79b9_7f4a_7c15
    static let run: UInt64 = 0x2545_f491_4f6c_dd1d
    static let wordStart: UInt32 = 0x3C
    static let wordEnd: UInt32 = 0x3E
}

/// One step of FNV-1a over whole scalars.
@inline(__always)
private func mixed(_ hash: UInt64, _ scalar: UInt32) -> UInt64 {
    (hash ^ UInt64(scalar)) &* 0x0000_0100_0000_01b3
}

/// The scalar, 0 for any digit of ASCII.
@inline(__always)
private func withoutDigit(_ scalar: UInt32) -> UInt32 {
    scalar &- 0x30 < 10 ? 0x30 : scalar
}

/// The finaliser of MurmurHash3: the steps above leave the upper bits poor.
@inline(__always)
private func finished(_ hash: UInt64) -> UInt64 {
    var mixed = hash
    mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
    mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return mixed ^ (mixed >> 33)
}
