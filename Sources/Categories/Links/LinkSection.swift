internal import News

/// A section name that was found, with what it means.
struct SectionHit {
    /// The name as it stood there.
    var name: Substring
    var key: SectionKey
    var meaning: SectionMeaning
}

extension SectionMeaning {
    fileprivate static let sportsSection = SectionMeaning(category: .sports, weight: 3)
}

/// Looks names up in one language.
struct SectionReader {
    private let table: SectionTable?
    private let language: LanguageCode?
    private let home: HomeCountry

    init(language: String?) {
        table = SectionTable.embedded
        self.language = LanguageCode(tag: language)
        home = HomeCountry(tag: language)
    }

    func hit(_ name: Substring) -> SectionHit? {
        guard let key = SectionKey(name), let meaning = table?.meaning(of: key, language: language) else { return nil }
        if meaning.category == nil || meaning.category == .world, home.isNamed(by: name) { return nil }
        return SectionHit(name: name, key: key, meaning: meaning)
    }

    /// The section in the address of an article.
    func section(inLink address: Substring) -> SectionHit? {
        guard let link = Link(address) else { return nil }
        if let inner = publisherAddress(inside: address, link), let publisher = Link(inner) {
            return section(of: publisher)
        }
        return section(of: link)
    }

    private func section(of link: Link) -> SectionHit? {
        let path = withoutLanguages(link.segments[...])
        var hits = hostHits(link)
        // The last part is the article's own name, unless it begins with the section: `technology-52912345`.
        hits += path.dropLast().compactMap(hit)
        if let slug = path.last { hits += numberedSlug(slug).flatMap(hit).map { [$0] } ?? [] }
        return winner(of: hits)
    }

    /// The hits in sub-domains, from the outermost in; the site's own name counts for sports alone, since newspapers
    /// are called World, Nation or Economist without writing about nothing else.
    private func hostHits(_ link: Link) -> [SectionHit] {
        let site = [hit(link.site)].compactMap(\.self).filter { $0.meaning == .sportsSection }
        let subdomains = link.subdomains.filter { $0.utf8.count > 2 }
        return site + subdomains.reversed().compactMap(hit)
    }

    /// The section among names that stand in one path, from the widest to the narrowest: a sports section beats all,
    /// else the deepest of the heaviest; economy, technology and science abroad stay what they are.
    func winner(of hits: [SectionHit]) -> SectionHit? {
        if let sports = hits.last(where: { $0.meaning.category == .sports }) { return heaviest(hits, like: sports) }
        guard let weight = hits.map(\.meaning.weight).max(),
            let deepest = hits.last(where: { $0.meaning.weight == weight })
        else { return nil }
        guard deepest.meaning.category == .world else { return deepest }
        let subject = hits.last {
            switch $0.meaning.category {
            case .business, .technology, .science: $0.meaning.weight >= 2
            default: false
            }
        }
        return subject ?? deepest
    }

    private func heaviest(_ hits: [SectionHit], like hit: SectionHit) -> SectionHit {
        hits.last { $0.meaning.category == hit.meaning.category && $0.meaning.weight > hit.meaning.weight } ?? hit
    }
}

/// The path without the languages and countries it begins with (`/it/`, `/en-gb/`): "it" is Italian there, not computers.
private func withoutLanguages(_ segments: ArraySlice<Substring>) -> ArraySlice<Substring> {
    segments.dropFirst(segments.prefix(2).prefix(while: isLanguageOrCountry).count)
}

/// Two letters, or twice two letters; but `tv` and `ai` are subjects, not Tuvalu and Anguilla.
private func isLanguageOrCountry(_ segment: Substring) -> Bool {
    let parts = segment.lowercased().split { $0 == "-" || $0 == "_" }
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { $0 >= 0x61 } })
    else { return false }
    return parts != ["tv"] && parts != ["ai"]
}

/// The section before the number of a slug such as `technology-52912345`; nil for other slugs.
private func numberedSlug(_ slug: Substring) -> Substring? {
    guard let hyphen = slug.lastIndex(of: "-") else { return nil }
    let digits = slug[slug.index(after: hyphen)...].utf8
    guard digits.count >= 5, digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
    return slug[..<hyphen]
}
