extension OptionTable {
    static let choosing: [OptionDefinition] = [
        OptionDefinition(
            .category, .categories, isRepeatable: true, commands: [.broadcast], key: "categories", section: .choosing,
            summary: "send only these categories; several with commas, or repeated",
            details: "Everything else that was read stays open for a later run."),
        OptionDefinition(
            .maxAge, .duration(60...2_592_000), commands: [.broadcast], key: "maxAge", fallback: .value("6h"),
            section: .choosing, summary: "older stories are not announced",
            details: """
                Also the time after which the push service gives up on a phone that cannot be reached.
                """),
        OptionDefinition(
            .maxAge, .duration(60...2_592_000), commands: [.send], fallback: .value("6h"), section: .choosing,
            summary: "how long the push service tries to reach a phone",
            details: "Configuration: maxAge, which broadcasts also take for the age of stories."),
        OptionDefinition(
            .breaking, .breaking, commands: [.broadcast], key: "breaking", fallback: .described("every new story"),
            section: .choosing, summary: "what counts as breaking, by category",
            details: """
                An object by category; default stands for all that are not named, and for what they do not say: \
                {"default": {"minFeeds": 2}, "World": {"titles": ["breaking"]}}. minFeeds: only stories that so many feeds \
                carry. titles (words or phrases of the headline), labels (of the item, whole), feeds (by name or address), \
                addresses (how the article's address begins): only stories of which an item matches one of them. urgent \
                takes the same keys (minFeeds is 4 there unless set) and tells what passes caps and quiet hours; false for \
                nothing. What counts as breaking still holds for it. After a change, open stories that only the change would \
                send are taken as known.
                """),
        OptionDefinition(
            .caps, .caps, commands: [.broadcast], key: "caps",
            fallback: .described("2 bulletins in any 60 minutes and 12 in any 24 hours"), section: .choosing,
            summary: "how many bulletins a category may have",
            details: """
                A list, or an object with lists by category and default for those that are not named: \
                {"Sports": [{"bulletins": 4, "per": "60m"}], "World": []}. Stories above a cap wait, and go out together in \
                the next bulletin while they are fresh. What editors send by hand counts.
                """),
        OptionDefinition(
            .quietHours, .quietHours, commands: [.broadcast], key: "quiet", section: .choosing,
            summary: "hours in which stories wait",
            details: """
                An object: {"zone": "Europe/Paris", "from": "22:00", "to": "06:00"}, with categories where only these keep \
                them. What waits goes out at their end in one bulletin for each category, if it is younger than maxAge \
                (unless set, the length of the hours and one more). Urgent stories and what editors send by hand do not wait.
                """),
        OptionDefinition(
            .sort, .choice(["feeds", "newest"]), commands: [.broadcast], key: "sort", fallback: .value("feeds"),
            section: .choosing, summary: "which story leads a bulletin",
            details: """
                feeds: the one that most feeds carry, of those the newest. newest: the newest. The others follow in the \
                same order.
                """),
        OptionDefinition(
            .announceFirst, .integer(1...1_000), commands: [.broadcast], section: .choosing,
            summary: "announce the newest N items of feeds seen for the first time",
            details: """
                Without it the items of a feed that was never seen before are taken as known and nothing is sent: a new \
                feed must not wake everybody with yesterday's news. They are announced whatever their age: --max-age does \
                not hold for them.
                """),
        OptionDefinition(
            .adopt, .flag, commands: [.broadcast], section: .choosing,
            summary: "take everything there is as known; send nothing"),
        OptionDefinition(
            .tags, .text("EXPRESSION"), commands: [.send], section: .choosing,
            summary: "send to a tag expression instead of categories",
            details: """
                For example 'Sports && !Quiet'. It is checked before anything is sent. The message goes out as typed, \
                without a template.
                """),
        OptionDefinition(
            .user, .text("NAME"), commands: [.send], section: .choosing,
            summary: "send to the devices of one signed-in user instead of categories",
            details: """
                App back ends tag their users' devices with username:NAME, which is what it is sent to. The message goes \
                out as typed, without a template.
                """),
        OptionDefinition(
            .platform, .choice(["apple", "fcmv1", "windows"]), commands: [.send], section: .choosing,
            summary: "send in one platform's own form, to its devices alone",
            details: """
                The payload is made of the message as the usual template of that platform would make it; further properties \
                stand where its apps look for their data. Devices get it that have registered without a template. Payloads \
                above the platform's limit are refused before anything is sent.
                """),
        OptionDefinition(
            .at, .moment, commands: [.send], section: .choosing, summary: "let the hub send it then",
            details: """
                A time with its zone, such as 2026-11-30T20:00:00+01:00, or how far ahead, such as 2h; 7 days at most. It \
                needs the Standard tier, which is found out before.
                """),
        OptionDefinition(
            .test, .flag, commands: [.send], section: .choosing,
            summary: "send to ten devices at most, and show what became of it on each",
            details: """
                The hub waits for the push services' answers. The story does not count as announced, and nothing is \
                recorded. It takes ten of these a minute.
                """),
        OptionDefinition(
            .wait, .flag, commands: [.send], section: .choosing,
            summary: "wait until the hub tells what became of it, 2 minutes at most",
            details: """
                Shows how many devices each platform's push service took it for, and why not for others. It needs the \
                Standard tier, and a key that may ask; else the message is sent all the same, and that is said.
                """),
        OptionDefinition(
            .everyone, .flag, commands: [.send], section: .choosing,
            summary: "send to every device instead of categories",
            details: """
                The message goes out as typed, without a template. On a terminal it asks before; without one, as under \
                cron, it needs --yes.
                """),
        OptionDefinition(
            .yes, .flag, commands: [.send], section: .choosing, summary: "send to everyone without asking"),
        OptionDefinition(
            .again, .flag, commands: [.send], section: .choosing,
            summary: "send although the same went out within the hour"),
        OptionDefinition(
            .dryRun, short: "n", .flag, commands: [.broadcast, .send], section: .choosing,
            summary: "show what would be sent; send and write nothing"),
    ]

    static let message: [OptionDefinition] = [
        OptionDefinition(
            .messageTemplate, .assignment(.categoryOrDefault, placeholder: "[NAME=]TEMPLATE"), isRepeatable: true,
            commands: [.broadcast, .send], key: "messages",
            fallback: .value("Breaking {category} News[ : {headline}|!][ (+{more} more)]"), section: .message,
            summary: "the message, for all, for a category or for a language",
            details: """
                {category}, {headline}, {count}, {more}, {source}, {link}, {summary} and {time} (of the lead story) stand for \
                what the stories say. [part] appears only when each of them in it has a value, [part|otherwise] has other words for when not; \
                {more, plural, one {# story} other {# stories}} chooses by a number; a backslash takes the next character \
                as it is. The template may be for a category, a language, or both (Sports.fr=TEMPLATE). Text that itself \
                begins with a word and '=' is written as default=TEMPLATE. A message that comes out empty is not sent.
                """),
        OptionDefinition(
            .property, .assignment(.any, placeholder: "NAME=TEMPLATE"), isRepeatable: true,
            commands: [.broadcast, .send], key: "properties", section: .message,
            summary: "a further template property, such as url={link}",
            details: "App templates reach it as $(NAME), beside $(messageParam), which no property can replace."),
        OptionDefinition(
            .parameter, .assignment(.any, placeholder: "NAME=VALUE"), isRepeatable: true, commands: [.send],
            section: .message, summary: "a further template property, sent as it stands"),
        OptionDefinition(
            .template, .path("FILE"), isRepeatable: true, commands: [.broadcast, .send, .backend], key: "templates",
            fallback: .described("the usual ones, which show messageParam and nothing else"), section: .message,
            summary: "the template of your app: its payload is counted and shown",
            details: """
                A file for each platform for which your app registers one of its own: an XML toast for Windows, a JSON object with aps for \
                iPhones, or with message for Android phones. It changes nothing on the phones: the message is cut so that \
                this template, filled in, meets the platform's limit, and previews show what it makes of it.
                """),
        OptionDefinition(
            .messageBytes, .integer(40...4_096), commands: [.broadcast, .send], key: "messageBytes",
            fallback: .value("1000"), section: .message, summary: "longer messages are cut, in bytes of UTF-8"),
        OptionDefinition(
            .link, .address(placeholder: "URL", mayBeUnknown: false), commands: [.send], section: .message,
            summary: "the story that the message is about",
            details: "The next broadcast does not announce that story again."),
        OptionDefinition(
            .replaces, .integer(1...Int.max), commands: [.send], section: .message,
            summary: "the number of an earlier notification to replace",
            details: """
                Phones that still show it show this message in its place, where their platform can (APNs). The numbers \
                are those of 'bulletin history'. The stories of the earlier one stay announced.
                """),
        OptionDefinition(
            .asIs, .flag, commands: [.send], section: .message, summary: "send MESSAGE as typed, without the template"),
    ]
}
