internal import News
internal import PlainText

extension SectionReader {
    /// What an item's categories, their labels and schemes say.
    ///
    /// Publishers put the section among tags for people, places and subjects: where a label or the link is the name of
    /// one of the six, subjects of the others count less.
    func evidence(in categories: [ItemCategory], beside link: SectionHit?) -> [Evidence] {
        var codes: [Evidence] = []
        var names: [(kind: CategoryReason.Kind, hit: SectionHit)] = []
        for category in categories {
            if let code = codeEvidence(in: category) {
                codes.append(code)
                continue
            }
            let texts = [category.term, category.label].compactMap(\.self).map(withoutMarkup)
            names += texts.flatMap(hits(inLabel:)).map { (.itemCategory, $0) }
            if let hit = category.scheme.flatMap({ section(inScheme: $0[...]) }) { names.append((.scheme, hit)) }
        }
        let spoken = names.map(\.hit.meaning) + [link?.meaning].compactMap(\.self)
        let sections = Set(spoken.filter { $0.weight == 3 }.compactMap(\.category))
        return codes
            + names.map { name in
                Evidence(name.kind, name.hit, share: share(of: name.hit.meaning, beside: sections))
            }
    }

    private func codeEvidence(in category: ItemCategory) -> Evidence? {
        guard let code = NewsCodes.meaning(of: category.term, scheme: category.scheme) else { return nil }
        return Evidence(
            .code, text: category.term[...], category: code.category, weight: LogOdds.code, word: UInt64(code.code))
    }

    private func share(of meaning: SectionMeaning, beside sections: Set<Category>) -> Double {
        guard let category = meaning.category else { return LogOdds.shareOfForms }
        return sections.isEmpty || sections.contains(category) ? 1 : LogOdds.shareBesideSection
    }

    /// A longer text is no label, nor a list of some.
    private static let longestLabel = 2_048

    /// The section names in one label: the whole, else its parts. Parts of a path (`Business/Banks`) are one section,
    /// parts of a list (`Economy, Football`) are labels of their own.
    func hits(inLabel label: Substring) -> [SectionHit] {
        guard label.utf8.count <= SectionReader.longestLabel else { return [] }
        if let whole = hit(label) { return [whole] }
        if label.hasPrefix("http") { return section(inScheme: label).map { [$0] } ?? [] }
        return label.split(whereSeparator: isListSeparator).compactMap { part in
            hit(part) ?? winner(of: part.split(whereSeparator: isPathSeparator).compactMap(hit))
        }
    }

    /// The section in the address of a list of categories; unlike an article's, its last part counts.
    private func section(inScheme scheme: Substring) -> SectionHit? {
        guard let link = Link(scheme) else { return nil }
        return winner(of: link.segments.compactMap(hit))
    }
}

/// Some publishers put tags around the names of sections; the reader keeps them.
private func withoutMarkup(_ label: String) -> Substring {
    label.utf8.contains(UInt8(ascii: "<")) ? line(of: label, form: .html)[...] : label[...]
}

private func isListSeparator(_ character: Character) -> Bool {
    switch character {
    case ",", ";", "،", "、", "，", "；": true
    default: false
    }
}

private func isPathSeparator(_ character: Character) -> Bool {
    switch character {
    case "/", ">", "|", ":", "»", "›", "／", "｜": true
    default: false
    }
}
