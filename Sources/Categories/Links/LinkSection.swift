internal import News

extension SectionReader {
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
        if let slug = path.last { hits += numberedSlug(slug).flatMap(wholeHit).map { [$0] } ?? [] }
        return winner(of: hits)
    }

    /// The hits in sub-domains, from the outermost in; the site's own name counts for sports alone, since newspapers
    /// are called World, Nation or Economist without writing about nothing else.
    private func hostHits(_ link: Link) -> [SectionHit] {
        let site = [hit(link.site)].compactMap(\.self).filter { $0.meaning == .sportsSection }
        let subdomains = link.subdomains.filter { $0.utf8.count > 2 }
        return site + subdomains.reversed().compactMap(hit)
    }
}

/// The path without the languages and countries it begins with (`/it/`, `/en-gb/`): "it" is Italian there, not computers.
private func withoutLanguages(_ segments: ArraySlice<Substring>) -> ArraySlice<Substring> {
    segments.dropFirst(segments.prefix(2).prefix(while: isLanguageOrCountry).count)
}

/// Two letters, or twice two letters; but `tv` and `ai` are subjects, not Tuvalu and Anguilla.
private func isLanguageOrCountry(_ segment: Substring) -> Bool {
    let bytes = segment.utf8
    guard bytes.count == 2 || bytes.count == 5, bytes.prefix(2).allSatisfy(isASCIILetter),
        bytes.suffix(2).allSatisfy(isASCIILetter)
    else { return false }
    if bytes.count == 5 { return segment.contains("-") || segment.contains("_") }
    return segment != "tv" && segment != "ai"
}

/// The section before the number of a slug such as `technology-52912345`; nil for other slugs.
private func numberedSlug(_ slug: Substring) -> Substring? {
    let bytes = slug.utf8
    guard let hyphen = bytes.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let digits = bytes[hyphen...].dropFirst()
    guard digits.count >= 5, digits.allSatisfy(isASCIIDigit) else { return nil }
    return slug[..<hyphen]
}

extension SectionMeaning {
    fileprivate static let sportsSection = SectionMeaning(category: .sports, weight: 3)
}
