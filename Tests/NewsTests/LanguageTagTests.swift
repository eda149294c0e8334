import News
import Testing

@Suite struct LanguageTagTests {
    /// What an item names, what is spoken, and the one of these that it belongs to.
    private static let matches: [(item: String, spoken: String, found: String?)] = [
        ("en", "en fr", "en"), ("en-GB", "en fr", "en"), ("EN_us", "en fr", "en"), ("eng", "fr en", "en"),
        ("fr-CA", "fr fr-CA", "fr-CA"), ("fr-CH", "fr fr-CA", "fr"), ("de-CH-1996", "de-CH de", "de-CH"),
        ("de-CH-x-bern", "de-CH", "de-CH"), ("sv", "en fr", nil), ("fra", "fr", "fr"), ("in", "id", "id"),
        // A region that the feed leaves open; another one is another language.
        ("en", "en-GB fr", "en-GB"), ("en-US", "en-GB fr", nil), ("e", "e", nil),
        // Scripts are never mixed.
        ("zh", "zh", "zh"), ("zh-Hant", "zh", "zh"), ("zh-CN", "zh-Hant zh-Hans", "zh-Hans"), ("zh", "zh-Hant", nil),
        ("zh-TW", "zh-Hans zh-Hant", "zh-Hant"), ("zh-HK", "zh zh-Hant", "zh-Hant"), ("zh", "zh-TW zh-CN", "zh-CN"),
        ("zh-Hant", "zh-TW", "zh-TW"), ("sr", "sr-Latn", nil), ("sr-Latn-RS", "sr-Latn", "sr-Latn"),
    ]

    @Test func anItemBelongsToTheLanguageThatRFC4647LooksUp() {
        for (item, spoken, found) in Self.matches {
            let tags = spoken.split(separator: " ").compactMap { LanguageTag(String($0)) }
            #expect(LanguageTag(item)?.match(in: tags)?.text == found, "\(item) among \(spoken)")
        }
        for (written, text) in [
            ("ZH_hant_tw", "zh-Hant-TW"), ("EN", "en"), ("es-419", "es-419"), ("x-klingon", nil), ("English", nil),
            ("", nil), ("en-", nil), ("en--us", nil), ("é", nil), ("en-toolongsubtag", nil), ("GER-at", "de-AT"),
        ] {
            #expect(LanguageTag(written)?.text == text, "\(written)")
        }
    }
}
