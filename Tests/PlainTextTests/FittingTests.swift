import PlainText
import Testing

@Suite struct FittingTests {
    static let bytes: [(text: String, limit: Int, expected: String)] = [
        ("Port reopens", 12, "Port reopens"),
        ("Port reopens", 11, "Port reo…"),
        ("Port reopens", 8, "Port…"),
        ("Grüße", 6, "Gr…"),
        ("Grüße", 5, "Gr…"),
        ("👩‍🚀👩‍🚀", 14, "👩‍🚀…"),
        ("👩‍🚀👩‍🚀", 13, "…"),
        ("\u{2067}שלום עולם\u{2069}", 19, "\u{2067}שלום…\u{2069}"),
        ("\u{2067}שלום\u{2069} abcdef", 19, "\u{2067}שלום\u{2069} a…"),
        ("abc", 2, "ab"),
        ("abc", 0, ""),
        ("abc", -1, ""),
    ]

    static let columns: [(text: String, limit: Int, expected: String)] = [
        ("日本語ニュース", 6, "日本…"), ("日本語", 6, "日本語"), ("Port reopens", 5, "Port…"), ("Port", 0, ""),
    ]

    static let widths: [(text: String, columns: Int)] = [
        ("abc", 3), ("", 0), ("日本語", 6), ("é", 1), ("e\u{301}", 1), ("👩‍🚀", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("👍🏽", 2),
        ("한국", 4), ("שלום", 4), ("\u{2067}ש\u{2069}", 1), ("…", 1), ("ｶﾞ", 2), ("\u{7}", 0),
    ]

    @Test func textIsFittedToBytesAndToTheColumnsOfATerminal() {
        for (text, columns) in FittingTests.widths { #expect(displayWidth(of: text) == columns, "\(text)") }
        for (text, limit, expected) in FittingTests.bytes {
            #expect(clipped(text, toUTF8Bytes: limit) == expected, "\(text) in \(limit) bytes")
        }
        for (text, limit, expected) in FittingTests.columns {
            #expect(clipped(text, toColumns: limit) == expected, "\(text) in \(limit) columns")
        }
        for (text, width, expected) in [("日本", 6, "日本  "), ("Port", 2, "Port")] {
            #expect(padded(text, toColumns: width) == expected, "\(text) padded to \(width) columns")
        }
    }

    @Test func aClipNeverExceedsAndNeverSplitsACluster() {
        let zalgo = "e" + String(repeating: "\u{301}", count: 50_000)
        let openers = String(repeating: "\u{2067}", count: 50_000)
        let texts = [
            "Plain text, and more", "🇩🇪🇫🇷🇮🇹", "हिन्दी समाचार", "a\u{2067}ב\u{202B}ג ד\u{202C}ה\u{2069}ו", zalgo, "ab" + zalgo,
            openers + "a", "한국어 뉴스", "👨‍👩‍👧‍👦 family",
        ]
        for text in texts {
            for limit in 0..<40 {
                let result = clipped(text, toUTF8Bytes: limit)
                #expect(result.utf8.count <= limit, "\(text.prefix(9)) \(limit)")
                let kept = result.filter { $0 != "…" && $0 != "\u{2069}" && $0 != "\u{202C}" }
                let whole = text.filter { $0 != "\u{2069}" && $0 != "\u{202C}" }
                #expect(whole.hasPrefix(kept), "\(text.prefix(9)) \(limit)")
            }
        }
    }
}
