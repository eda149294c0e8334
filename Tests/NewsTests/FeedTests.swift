import News
import Testing

@Suite struct FeedTests {
    @Test(arguments: [
        ("https://user:pass@news.example/rss", "https://news.example/rss"),
        ("https://user@news.example", "https://news.example"),
        ("https://a:b@c@news.example/x", "https://news.example/x"),
        ("https://news.example/x?mail=a@b.example", "https://news.example/x?mail=a@b.example"),
        ("not an address", "not an address"),
    ])
    func namesCarryNoCredentials(address: String, name: String) {
        #expect(Feed(location: .address(address)).name == name)
    }

    @Test func categoriesAreFoundWhateverTheirCase() {
        #expect(Category(named: "SPORTS") == .sports)
        #expect(Category(named: "sport") == nil)
        #expect(Category.allCases.sorted() == Category.allCases)
    }
}
