import Bulletins
import HubLanguage
import News
import Testing

@Suite struct BulletinComposerTests {
    private func stories(_ headlines: String...) -> [BulletinStory] {
        headlines.map { BulletinStory(headline: $0, link: "https://news.example/\($0.count)", source: "Harbour Post") }
    }

    @Test func theMessageNamesTheLeadAndHowManyMoreAndFurtherPropertiesFollow() throws {
        let plain = BulletinStyle()
        let rich = BulletinStyle(
            messagesByCategory: [.politics: try MessageTemplate("{category}: {headline}")],
            properties: [
                ("url", try MessageTemplate("{link}")), ("title", try MessageTemplate("[{source} – ]{headline}")),
            ])
        let cases: [(style: BulletinStyle, category: News.Category, stories: [BulletinStory], properties: [String])] = [
            (plain, .world, stories("A"), ["messageParam=Breaking World News : A"]),
            (plain, .sports, stories("A", "B", "C"), ["messageParam=Breaking Sports News : A (+2 more)"]),
            (plain, .sports, [], ["messageParam=Breaking Sports News!"]),
            (
                rich, .politics, stories("Vote"),
                ["messageParam=Politics: Vote", "url=https://news.example/4", "title=Harbour Post – Vote"]
            ),
        ]
        for (style, category, stories, properties) in cases {
            let bulletin = BulletinComposer(style: style).bulletin(category: category, stories: stories)
            #expect(bulletin.properties.map { "\($0.name)=\($0.value)" } == properties, "\(category)")
            #expect("messageParam=" + bulletin.message == properties.first, "\(category)")
        }
        let asTyped = BulletinComposer(style: plain).bulletin(
            category: .science, stories: stories("A", "B"), message: .asTyped)
        #expect(asTyped.message == "A")
    }

    /// The headline gives way, what follows it stays; bytes count, not characters; nothing is cut inside a grapheme.
    /// S61, S62, S63.
    @Test(arguments: [
        ("Harbour reopens after storm", 40), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 70), ("港が再び開く港が再び開く港が再び開く", 60),
        ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", 44), ("🇬🇧🇫🇷🇸🇪🇮🇩", 50), ("क्षि क्षि क्षि क्षि क्षि", 60),
    ])
    func longHeadlinesGiveWayAtAGrapheme(headline: String, limit: Int) {
        let composer = BulletinComposer(style: BulletinStyle(maximumMessageBytes: limit))
        let bulletin = composer.bulletin(category: .world, stories: stories(headline, "B"))
        #expect(bulletin.message.utf8.count <= limit)
        #expect(bulletin.message.hasPrefix("Breaking World News : "))
        #expect(bulletin.message.hasSuffix("… (+1 more)"))
        let kept = bulletin.message.dropFirst("Breaking World News : ".count).dropLast("… (+1 more)".count)
        #expect(headline.hasPrefix(String(kept)), "\(kept) is not the front of \(headline)")
        #expect(bulletin.cut?.limit == .message(bytes: limit))
        #expect(bulletin.cut?.wholeBytes == "Breaking World News :  (+1 more)".utf8.count + headline.utf8.count)
    }

    /// A quote takes six bytes in a Windows toast, so a message within its own limit can still be too long there.
    /// S61.
    @Test func theFilledPayloadMeetsEveryPlatform() {
        let composer = BulletinComposer(style: BulletinStyle(maximumMessageBytes: 3_000))
        let bulletin = composer.bulletin(category: .world, stories: stories(String(repeating: "\"", count: 2_900)))
        for payload in PayloadBudget.standard {
            let bytes = payload.bytes(filledWith: TemplateProperties(["messageParam": bulletin.message]))
            #expect(bytes <= payload.maximumBytes, "\(payload.platform.name) has \(bytes)")
        }
        guard case .platform = bulletin.cut?.limit else {
            Issue.record("the platform's limit is not named: \(String(describing: bulletin.cut))")
            return
        }
    }

    @Test func aWordingThatIsTooLongByItselfIsCutAsAWhole() throws {
        let template = try MessageTemplate(String(repeating: "word ", count: 100) + "{headline}")
        let composer = BulletinComposer(style: BulletinStyle(message: template, maximumMessageBytes: 100))
        let bulletin = composer.bulletin(category: .world, stories: stories("Harbour"))
        #expect(bulletin.message.utf8.count <= 100 && bulletin.message.utf8.count > 90)
        #expect(bulletin.message.hasSuffix("…"))
    }
}
