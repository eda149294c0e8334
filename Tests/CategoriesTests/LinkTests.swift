import Categories
import News
import Testing

struct LinkTests {
    /// A link, the language of its feed, the category and the words that decide; nil words: nothing is read.
    struct Case: Sendable {
        var link: String
        var language: String?
        var best: Category?
        var words: String?

        init(_ link: String, _ language: String?, _ best: Category?, _ words: String?) {
            (self.link, self.language, self.best, self.words) = (link, language, best, words)
        }
    }

    @Test func sectionsAreReadFromLinks() {
        let cases: [Case] = [
            Case("https://news.example/sport/cup-final-tonight", "en", .sports, "sport"),
            Case("https://news.example/2026/11/30/world/europe/ferry-runs-aground.html", "en", .world, "world"),
            Case("http://user@news.example:8080/Business/2026/shares?x=/sport/#/sport/", "en", .business, "Business"),
            Case(
                "https://news.example/%D0%BF%D0%BE%D0%BB%D0%B8%D1%82%D0%B8%D0%BA%D0%B0/123", "ru", .politics, "политика"
            ),
            // Languages and countries in front are no sections; tv and ai are.
            Case("https://news.example/it/notizia-del-giorno", "it", nil, nil),
            Case("https://news.example/en-gb/it/notice", "en", nil, nil),
            Case("https://news.example/uk/politics/vote-today", "en", .politics, "politics"),
            Case("https://news.example/ai/new-chip-announced", "en", .technology, "ai"),
            Case("https://news.example/home/it/laptop-test", "en", .technology, "it"),
            // The article's own name is no section, unless it begins with one and ends in a number.
            Case("https://news.example/articles/sport", "en", nil, nil),
            Case("https://news.example/news/technology-52912345", "en", .technology, "technology"),
            Case("https://news.example/news/uk-politics-52912345", "en", .politics, "uk-politics"),
            Case("https://news.example/news/technology-52", "en", nil, nil),
            // Sub-domains; a site's own name only for sports.
            Case("https://sport.news.example/match-report", "en", .sports, "sport"),
            Case("https://finance.news.co.uk/shares-up", "en", .business, "finance"),
            Case("https://it.news.example/articolo", "en", nil, nil),
            Case("https://www.sports.example/football-or-not", "en", .sports, "sports"),
            Case("https://www.welt.example/artikel", "de", nil, nil),
            // Several sections: sports beat all, economy beats abroad, the deepest of the heaviest wins.
            Case("https://news.example/world/sport/olympics-open", "en", .sports, "sport"),
            Case("https://news.example/economie/international/une-usine-ferme", "fr", .business, "economie"),
            Case("https://news.example/politics/world/summit-begins", "en", .world, "world"),
            Case("https://news.example/world/politics/summit-begins", "en", .politics, "politics"),
            Case("https://news.example/football/business/club-sold", "en", .sports, "football"),
            Case("https://news.example/business/opinion/a-column", "en", nil, "opinion"),
            // Two names joined: what both say, or the one that is known.
            Case("https://news.example/technology_and_media/08/05/2026/5eb", "en", .technology, "technology_and_media"),
            Case("https://news.example/economia-y-empresas/la-bolsa", "es", .business, "economia-y-empresas"),
            Case("https://news.example/sport-and-politics/a-boycott", "en", nil, nil),
            Case("https://news.example/arts-and-minds/a-portrait", "en", nil, nil),
            // Where nobody names the language, the country of the link does.
            Case("https://news.example.tr/ekonomi/turkiye/haber", nil, .business, "ekonomi"),
            Case("https://news.example.fr/economie/une-usine-ferme", nil, .business, "economie"),
            // Home is not the world.
            Case("https://news.example/russia/glavnoe", "ru", nil, nil),
            Case("https://news.example/russia/headline", "en", .world, "russia"),
            Case("https://news.example/ekonomi/turkiye/haber", "tr", .business, "ekonomi"),
            // Not addresses of articles.
            Case("mailto:desk@news.example", "en", nil, nil), Case("", "en", nil, nil),
            Case("https://", "en", nil, nil),
            Case("https:///sport/x", "en", nil, nil), Case("/sport/relative", "en", nil, nil),
            Case("https://news.example", "en", nil, nil),
        ]
        for expected in cases + aggregators { expect(expected) }
    }

    /// Links of aggregators hold the publisher's.
    private var aggregators: [Case] {
        let packed = base64(
            [8, 0x13, 0x22, 40] + Array("https://news.example/deportes/la-final-1".utf8) + [0xd2, 1, 0])
        return [
            Case("https://news.google.com/rss/articles/\(packed)?oc=5", "es", .sports, "deportes"),
            Case("https://news.google.com/rss/articles/CBMiq!notbase64", "es", nil, nil),
            Case(
                "https://news.google.com/news/url?fd=R&url=http://news.example/politics/x", "en", .politics, "politics"),
            Case("https://news.google.com/rss/articles/CBMiQVVfeXFM", "es", nil, nil),
            Case(
                "https://www.google.com/url?rct=j&url=https%3A%2F%2Fnews.example%2Fscience%2Fcomet", "en", .science,
                "science"),
            Case(
                "https://www.bing.com/news/apiclick.aspx?url=https%3a%2f%2fnews.example%2fworld%2fflood&c=1", "en",
                .world, "world"),
            Case("https://news.example/out?url=https%3A%2F%2Fother.example%2Fsport%2Fx", "en", nil, nil),
        ]
    }

    private func expect(_ expected: Case) {
        let feed = FeedSections(of: Feed(location: .file("feed.xml")), language: expected.language)
        let decision = CategoryMapper().decide(Item(title: "Something", link: expected.link), in: feed)
        #expect(decision.best == expected.best, "\(expected.link)")
        #expect(decision.because.map(\.text) == (expected.words.map { [$0] } ?? []), "\(expected.link)")
        #expect(decision.because.allSatisfy { $0.kind == .link && $0.category == expected.best })
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        return String(
            stride(from: 0, to: bits.count, by: 6).map { start in
                let six = (0..<6).map { start + $0 < bits.count ? bits[start + $0] : 0 }
                return alphabet[six.reduce(0) { $0 * 2 + Int($1) }]
            })
    }
}
