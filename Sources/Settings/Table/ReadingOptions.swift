extension OptionTable {
    static let reading: [OptionDefinition] = [
        OptionDefinition(
            .feeds, .source, isRepeatable: true, commands: [.broadcast], key: "feeds", section: .reading,
            summary: "a feed list (OPML), or a single feed; may be repeated",
            details: """
                A category that the list gives to a feed, as an attribute or by the outline around it, holds for all its \
                items. Feeds that are not named in this run keep their state.
                """),
        OptionDefinition(
            .maxFeedSize, .size(1_024...4_294_967_296), commands: [.broadcast, .items], key: "maxFeedSize",
            fallback: .value("16MiB"), section: .reading, summary: "larger feeds are refused",
            details: "Counted after content encodings are undone."),
        OptionDefinition(
            .transfers, .integer(1...1_000), commands: [.broadcast, .items], key: "transfers", fallback: .value("16"),
            section: .reading, summary: "how many feeds are fetched at the same time"),
        OptionDefinition(
            .timeout, .duration(1...3_600), commands: [.broadcast, .items], key: "timeout", fallback: .value("30s"),
            section: .reading, summary: "the longest that one feed may take"),
        OptionDefinition(
            .pollAlways, .flag, commands: [.broadcast], key: "pollAlways", section: .reading,
            summary: "ask every feed in each run, whatever its publisher wishes",
            details: """
                Without it a feed is not asked again while its publisher says that it stays as it is (Cache-Control, ttl, \
                updatePeriod), for 60 minutes at most; a feed that fails is asked in the next run, and from the third \
                failure in a row on 10, 20, 40 and then 60 minutes later; one that asks to wait (429 or 503 with \
                Retry-After) as late as it says; and one that is gone (410) not at all. A feed that is not asked counts \
                with what it said last. Files are read in each run, and a preview asks for everything.
                """),
        OptionDefinition(
            .updateFeeds, .flag, commands: [.broadcast], key: "updateFeeds", section: .reading,
            summary: "put the new addresses of moved feeds into the list",
            details: """
                A feed that moved for good (301, 308) is told once. With this option its new address replaces the old one \
                in the feed list, which must be a file that can be written; everything else in it stays byte for byte, \
                and so do its owner and mode. The new address inherits what is known about the feed. An address whose \
                credentials would go to another host is left as it is.
                """),
        OptionDefinition(
            .publicOnly, .flag, commands: [.broadcast, .items], key: "publicOnly", section: .reading,
            summary: "refuse feeds on private and loopback addresses",
            details: """
                For lists that come from outside. Addresses are judged after their names were resolved, for redirects and \
                for lists that are fetched too. Behind a proxy it is the proxy's address that is judged.
                """),
        OptionDefinition(
            .feedSettings, .feedSettings, commands: [.broadcast], key: "feedSettings", section: .reading,
            summary: "what holds for single feeds or hosts",
            details: """
                An object by address, or by host for all its feeds: {"wire.example": {"username": "desk", "passwordFile": \
                "/etc/bulletin/wire"}}. The names are those of the attributes in a feed list: userAgent, header, username, \
                passwordVariable, passwordFile, bearerVariable, bearerFile, proxy, caFile, timeout, minInterval, \
                pollAlways, language. What the list says counts more, then the address, then the host.
                """),
        OptionDefinition(
            .contact, .text("TEXT"), commands: [.broadcast, .items], key: "contact", section: .reading,
            summary: "an address for publishers, sent in the user agent",
            details: "A web or mail address under which a publisher can reach the newsroom when a poll is a burden."),
    ]

    static let items: [OptionDefinition] = [
        OptionDefinition(
            .baseURL, .address(placeholder: "URL", mayBeUnknown: true), commands: [.items], section: .reading,
            summary: "the address that a feed file came from",
            details: "Relative links in the file are read against it; - means that it is not known."),
        OptionDefinition(
            .contentType, .text("TYPE"), commands: [.items], section: .reading,
            summary: "the Content-Type that a feed file came with",
            details: "Its charset counts like that of a server's answer; - means that it is not known."),
        OptionDefinition(
            .state, .path("FOLDER"), commands: [.items], section: .reading,
            summary: "remember validators there and ask only for changes",
            details: """
                ETag and Last-Modified of each address are kept in one small file in the folder, which is made when it \
                is missing.
                """),
        OptionDefinition(
            .filesFrom, .path("LIST"), commands: [.items], section: .reading,
            summary: "a file with one feed per line, beside those named",
            details: "Empty lines are skipped. With - the list is read from standard input."),
    ]
}
