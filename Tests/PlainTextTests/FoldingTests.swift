import Testing

@testable import PlainText

@Suite struct FoldingTests {
    static let titles: [(title: String, folded: String)] = [
        ("Port  reopens – at last!", "port reopens at last"),
        ("Don’t panic", "don t panic"),
        ("Don't panic", "don t panic"),
        ("STRASSE Straße", "strasse strasse"),
        ("Ｆｕｌｌ ｗｉｄｔｈ ﬁne ½", "full width fine 1 2"),
        ("Élysée", "élysée"),
        ("E\u{301}lyse\u{301}e", "élysée"),
        ("हिन्दी समाचार।", "हिन्दी समाचार"),
        ("вести й Й", "вести й й"),
        ("🔴 Live: 5 %", "live 5"),
        ("soft\u{AD}hyphen", "softhyphen"),
        ("…", ""),
        // One character that decomposes into eighteen.
        ("\u{FDFA}", "صلى الله عليه وسلم"),
        ("", ""),
    ]

    static let sections: [(name: String, key: String)] = [
        ("Politique étrangère", "politique-etrangere"),
        ("Wirtschaft & Finanzen", "wirtschaft-finanzen"),
        ("Fußball", "fussball"),
        ("SAĞLIK", "saglik"),
        ("Sağlık", "saglik"),
        ("İstanbul", "istanbul"),
        ("Økonomi / Łódź", "okonomi-lodz"),
        ("Việt Nam", "viet-nam"),
        ("Ближний Восток", "ближний-восток"),
        ("政治・行政", "政治-行政"),
        ("スポーツ", "スポーツ"),
        ("  /news/World_News/ ", "news-world-news"),
        ("Культура й світ", "культура-й-світ"),
        ("हिन्दी", "हिन्दी"),
    ]

    /// Titles are compared by their words, section keys are as in addresses; what is folded stays as it is.
    @Test func titlesAndSectionsAreFoldedOnce() {
        for (title, folded) in FoldingTests.titles {
            #expect(foldedTitle(title) == folded, "\(title)")
            #expect(foldedTitle(folded) == folded, "\(title)")
        }
        for (name, key) in FoldingTests.sections {
            #expect(sectionKey(name) == key, "\(name)")
            #expect(sectionKey(key) == key, "\(name)")
        }
    }

    /// The scripts of the news are folded by rule; the rule must say what Unicode's tables say.
    @Test func foldingByRuleIsFoldingByTheTables() {
        // A fraction has to be looked up, and the rest of the title with it.
        func byTables(_ text: String) -> [UInt32] {
            let folded = foldedTitle(text + " ½")
            return folded.dropLast(folded == "1 2" ? 3 : 4).unicodeScalars.map(\.value)
        }
        func isFoldedAlike(_ text: String) -> Bool {
            let scalars = byTables(text)
            return foldedWords(text, limit: 1_000) == scalars
                && foldedTitle(text).unicodeScalars.map(\.value) == scalars
        }
        let neighbours = [
            "a", "\u{5d0}", "\u{915}", "\u{928}", "\u{93c}", "\u{94d}", "\u{9c7}", "\u{9a1}", "\u{64e}", "\u{651}",
            "\u{301}", "が", "\u{3099}", "\u{1100}", " ",
        ]
        var wrong: [String] = []
        let byRule = [0x80...0x17F, 0x400...0x4FF, 0x600...0x6FF, 0x900...0x9FF, 0x2000...0x20BF, 0x3000...0x30FF]
        for value in 0x20...0xFFFF where value < 0x3400 || value > 0xD780 || value % 17 == 0 {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let isByRule = byRule.contains { $0.contains(value) }
            let texts = isByRule ? neighbours.flatMap { ["\($0)\(scalar)x", "\(scalar)\($0)"] } : ["a\(scalar)b"]
            for text in texts where !isFoldedAlike(text) { wrong.append("\(value): \(text)") }
        }
        for value in [0x1F300, 0x1F3FB, 0x1F600, 0x1F926, 0x20000, 0x1D400, 0x10FFFF] as [UInt32] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if !isFoldedAlike("a\(scalar)b") { wrong.append("\(value)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(12))")
        // Cut between scalars, never within one.
        for (text, limit, expected) in [
            ("Näheres", 2, "n"), ("Näheres", 3, "nä"), ("日本", 5, "日"), ("ab", 2, "ab"), ("", 3, ""),
        ] {
            #expect(foldedWords(text, limit: limit) == expected.unicodeScalars.map(\.value), "\(text) \(limit)")
        }
    }
}
