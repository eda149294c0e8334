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

    /// The short way is taken for titles that need no tables; it must fold each letter it knows as the tables do.
    @Test func lettersThatNeedNoTablesFoldAsTheTablesSay() {
        var known = 0
        var different: [UInt32] = []
        for scalar in (0x80...0xFFFF).compactMap(Unicode.Scalar.init) {
            var title = "A\(scalar)é"
            let folded = title.withUTF8 { foldPlainLetters($0, separator: blank) }
            guard let folded else { continue }
            known += 1
            // A fraction has to be looked up, and the rest of the title with it.
            if foldedTitle(title + " ½") != folded + " 1 2" { different.append(scalar.value) }
        }
        #expect(known > 30_000)
        #expect(different == [])
    }
}
