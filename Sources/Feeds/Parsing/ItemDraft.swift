internal import News

/// A run of bytes within the collector's buffer; empty when nothing was found.
struct Piece {
    var start = 0
    var end = 0
    var isEmpty: Bool { start >= end }
    var range: Range<Int> { start..<max(start, end) }
}

/// The best candidate so far for one field.
struct Candidate {
    var piece = Piece()
    var rank: UInt8 = 0

    /// Takes `new` if it outranks what is there; the first of equals stays.
    mutating func offer(_ new: Piece, rank newRank: UInt8) {
        guard !new.isEmpty, newRank > rank else { return }
        piece = new
        rank = newRank
    }
}

/// The best date so far.
struct DateCandidate {
    var instant: Instant?
    var rank: UInt8 = 0

    mutating func offer(_ new: Instant?, rank newRank: UInt8) {
        guard let new, newRank > rank else { return }
        instant = new
        rank = newRank
    }
}

/// What is known of the item that is being read.
struct ItemDraft {
    struct Category {
        var term: Piece
        var scheme = Piece()
        var label = Piece()
    }

    var title = Candidate()
    var titleForm = TextShape.html
    var link = Candidate()
    var id = Candidate()
    var published = DateCandidate()
    var updated = DateCandidate()
    var categories: [Category] = []
    var summary = Candidate()
    var summaryForm = TextShape.html
    var language = Candidate()

    /// Begins the next item without giving up the memory of the last.
    mutating func clear() {
        title = Candidate()
        link = Candidate()
        id = Candidate()
        published = DateCandidate()
        updated = DateCandidate()
        categories.removeAll(keepingCapacity: true)
        summary = Candidate()
        language = Candidate()
    }
}

/// How the characters of a text element are to be understood.
enum TextShape {
    case plain
    case html
    /// Real child elements; characters are characters.
    case xhtml
    /// Atom 0.3's `mode="base64"`.
    case base64
}
