internal import PlainText

/// What the feed says about itself, while it is being read.
struct FeedDraft {
    private(set) var title = ""
    private var titleRank: UInt8 = 0
    private(set) var language: String?
    private var languageRank: UInt8 = 0
    private(set) var link: String?
    private var linkRank: UInt8 = 0
    /// Minutes.
    var timeToLive: Int64?
    var updatePeriod: String?
    var updateFrequency: Int64?

    mutating func offerTitle(_ text: String, rank: UInt8) {
        guard !text.isEmpty, rank > titleRank else { return }
        title = text
        titleRank = rank
    }

    mutating func offerLanguage(_ bytes: UnsafeRawBufferPointer, rank: UInt8) {
        let bytes = bytes.trimmed
        guard !bytes.isEmpty, bytes.count <= 64, rank > languageRank else { return }
        language = line(of: bytes.text, form: .plain)
        languageRank = rank
    }

    mutating func offerLink(_ text: String, rank: UInt8) {
        guard !text.isEmpty, rank > linkRank else { return }
        link = text
        linkRank = rank
    }

    /// `ttl` counts minutes; `sy:updatePeriod` is divided by `sy:updateFrequency` (RSS 1.0 syndication module).
    var suggestedInterval: Int64? {
        if let timeToLive, timeToLive > 0 { return min(timeToLive, 525_600) * 60 }
        guard let updatePeriod else { return nil }
        let period: Int64
        switch updatePeriod {
        case "hourly": period = 3_600
        case "daily": period = 86_400
        case "weekly": period = 604_800
        case "monthly": period = 2_592_000
        case "yearly": period = 31_536_000
        default: return nil
        }
        return period / max(updateFrequency ?? 1, 1)
    }
}
