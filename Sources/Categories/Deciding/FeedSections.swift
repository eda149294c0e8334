public import News
internal import PlainText

/// What the feed list, the feed's title and its address say about every item in it; made once for each feed.
public struct FeedSections: Sendable {
    /// The category that the feed list sets: final.
    public var setting: Category?
    /// BCP 47 tag of items that name no language of their own.
    public var language: String?
    var evidence: [Evidence]
    /// What ``learnHabit(from:)`` found.
    var habit: Evidence?
    /// Names and address of the feed, for rules.
    let names: FeedNames
    let sectionLanguage: SectionLanguage

    /// Reads the names of a feed.
    /// - Parameters:
    ///   - feed: The feed as the list has it; its category, if set, decides.
    ///   - title: The feed's own title.
    ///   - language: BCP 47 tag of the feed itself; the list's word comes first.
    ///   - folders: Names of the outlines the feed lies in.
    public init(of feed: Feed, title: String = "", language: String? = nil, folders: [String] = []) {
        setting = feed.category
        names = FeedNames(of: feed, title: title)
        self.language = feed.settledLanguage ?? feed.language ?? language
        sectionLanguage = SectionLanguage(tag: self.language)
        guard feed.category == nil else {
            evidence = []
            return
        }
        let reader = SectionReader(sectionLanguage)
        let link: Link? =
            switch feed.location {
            case .address(let address): Link(address[...])
            case .file: nil
            }
        let titles = ([title] + [feed.title].compactMap(\.self) + folders).compactMap {
            reader.section(inFeedTitle: $0[...], site: link?.site)
        }
        let address = link.flatMap(reader.section(inFeedAddress:))
        evidence = (titles + [address].compactMap(\.self)).map { Evidence(.feed, $0) }
    }
}

extension SectionReader {
    /// The section in a feed's title (`News - World`). The publisher's own name is passed over, since newspapers are
    /// called World in many languages. Titles that name two of the six say nothing.
    fileprivate func section(inFeedTitle title: Substring, site: Substring?) -> SectionHit? {
        guard title.utf8.count <= 256 else { return nil }
        let parts = title.split(whereSeparator: isTitleSeparator).filter { !isName($0, of: site) }
        let hits = parts.compactMap { hit($0) ?? lastWordHit($0) }.filter { $0.meaning.weight >= 2 }
        let six = hits.filter { $0.meaning.category != nil }
        guard let heaviest = six.max(by: { $0.meaning.weight < $1.meaning.weight }) else { return hits.first }
        let rivals = six.filter { $0.meaning.weight == heaviest.meaning.weight }
        return rivals.allSatisfy { $0.meaning.category == heaviest.meaning.category } ? heaviest : nil
    }

    /// `Example Sport`: the last word alone, where it is the name of a category itself.
    private func lastWordHit(_ part: Substring) -> SectionHit? {
        let words = part.split(separator: " ")
        guard words.count == 2, let last = words.last.flatMap(hit), last.meaning.weight == 3 else { return nil }
        return last
    }

    /// The section in a feed's own address: sub-domain and path, the file's name without its ending included.
    fileprivate func section(inFeedAddress link: Link) -> SectionHit? {
        var names = link.subdomains.reversed() + link.segments
        if let file = names.popLast() {
            let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
            names += hit(stem) == nil ? stem.split { $0 == "-" || $0 == "_" || $0 == "." } : [stem]
        }
        return winner(of: names.filter { $0.utf8.count > 2 }.compactMap(hit).filter { $0.meaning.weight >= 2 })
    }
}

private func isTitleSeparator(_ character: Character) -> Bool {
    switch character {
    case "-", "–", "—", "|", ":", ">", "»", "›", "/", "·", "•", ",", "｜", "：": true
    default: false
    }
}

/// Whether a part of a title is the publisher's name, as far as the address tells: `Le Monde` at `lemonde`.
private func isName(_ part: Substring, of site: Substring?) -> Bool {
    guard let site else { return false }
    let squeezed = sectionKey(String(part)).filter { $0 != "-" }
    return !squeezed.isEmpty && squeezed.hasPrefix(sectionKey(String(site)).filter { $0 != "-" })
}
