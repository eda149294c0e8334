internal import News

/// A section name that was found, with what it means.
struct SectionHit {
    /// The name as it stood there.
    var name: Substring
    var key: SectionKey
    var meaning: SectionMeaning
}

/// What a language tag says about section names.
struct SectionLanguage: Sendable {
    var code: LanguageCode?
    var home: HomeCountry

    init(tag: String?) {
        code = LanguageCode(tag: tag)
        home = HomeCountry(tag: tag)
    }

    /// Of an item that nobody says the language of: what its link ends in tells, where the country has one language.
    init(ofLink address: String?) {
        self.init(tag: address.flatMap { Link($0[...]) }.flatMap { SectionLanguage.tag(ofEnding: $0.ending) })
    }

    private static func tag(ofEnding ending: Substring) -> String? {
        switch ending.lowercased() {
        case "de", "es", "fr", "id", "it", "nl", "no", "pl", "pt", "ru", "tr": ending.lowercased()
        case "at": "de-AT"
        case "ar", "mx": "es-\(ending)"
        case "br": "pt-BR"
        case "cn": "zh"
        case "dk": "da"
        case "jp": "ja"
        case "kr": "ko"
        case "se": "sv"
        default: nil
        }
    }
}

/// Looks names up in one language.
struct SectionReader {
    private let table: SectionTable?
    private let language: SectionLanguage

    init(_ language: SectionLanguage) {
        table = SectionTable.embedded
        self.language = language
    }

    /// The section of that name, else the one section that two joined names tell.
    func hit(_ name: Substring) -> SectionHit? { wholeHit(name) ?? joinedHit(name) }

    /// `technology-and-media`: what both halves say, or a step less than what one says of which the other says nothing.
    private func joinedHit(_ name: Substring) -> SectionHit? {
        guard let halves = JoinedName(name) else { return nil }
        let hits = [halves.first, halves.second].compactMap(wholeHit).filter { $0.meaning.category != nil }
        guard var heaviest = hits.max(by: { $0.meaning.weight < $1.meaning.weight }),
            hits.allSatisfy({ $0.meaning.category == heaviest.meaning.category })
        else { return nil }
        heaviest.name = name
        if hits.count == 1 { heaviest.meaning.weight = max(1, heaviest.meaning.weight - 1) }
        return heaviest
    }

    func wholeHit(_ name: Substring) -> SectionHit? {
        guard let key = SectionKey(name), let meaning = table?.meaning(of: key, language: language.code) else {
            return nil
        }
        if meaning.category == nil || meaning.category == .world, language.home.isNamed(by: name) { return nil }
        return SectionHit(name: name, key: key, meaning: meaning)
    }

    /// The section among names that stand in one path, from the widest to the narrowest: a sports section beats all,
    /// else the deepest of the heaviest; economy, technology and science abroad stay what they are.
    func winner(of hits: [SectionHit]) -> SectionHit? {
        let sports = hits.last { $0.meaning.category == .sports && $0.meaning.weight >= 2 }
        if let sports { return heaviest(hits, like: sports) }
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
