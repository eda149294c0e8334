import PlainText
import Testing

@Suite struct FoldingTests {
    @Test(arguments: [
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
    ])
    func titlesAreComparedByTheirWords(title: String, expected: String) {
        #expect(foldedTitle(title) == expected)
        #expect(foldedTitle(expected) == expected)
    }

    @Test(arguments: [
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
    ])
    func sectionKeysAreAsInAddresses(name: String, expected: String) {
        #expect(sectionKey(name) == expected)
        #expect(sectionKey(expected) == expected)
    }
}
