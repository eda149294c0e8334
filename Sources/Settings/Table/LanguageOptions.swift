extension OptionTable {
    static let languages: [OptionDefinition] = [
        OptionDefinition(
            .languages, .languages, isRepeatable: true, commands: [.broadcast, .send], key: "languages",
            fallback: .described("all items count as one language"), section: .languages,
            summary: "the languages that the newsroom speaks, the first one first",
            details: """
                BCP 47 tags such as en,fr,zh-Hant. Items in other languages are left out; en takes en-GB too. Each language \
                of a category has its own lead story and its own message, in words of its own: en, sv, tr, id, ar, zh, es, \
                fr and de have them, others need a message template. After a change, open stories that only the change \
                would send are taken as known.
                """),
        OptionDefinition(
            .language, .assignment(.languageHolder, placeholder: "[NAME=]TAG"), isRepeatable: true,
            commands: [.broadcast], key: "language", fallback: .described("the first of the languages"),
            section: .languages, summary: "the language of items that name none",
            details: """
                An item's own language counts first, then its feed's, then that of the feed list (language in its head, or \
                on an outline). NAME is a feed list as it is named in feeds, or a category; without it the language holds for all \
                others. Where no languages are set it is that of the message's words.
                """),
        OptionDefinition(
            .language, .language, commands: [.send], section: .languages,
            summary: "the language of MESSAGE: that of the words around it",
            details: """
                With a tag for each language it goes to those of this language only, else to all. Configuration: language, \
                which holds for items that name none.
                """),
        OptionDefinition(
            .languageAddressing, .choice(["properties", "tags"]), commands: [.broadcast, .send],
            key: "languageAddressing", fallback: .value("properties"), section: .languages,
            summary: "how phones get the message in their language",
            details: """
                properties: one notification for a category; messageParam is the first language, News_French and the like \
                the others, and further properties follow as url_French. A language without news has the message of the \
                first; where the first has none, it has that of the next one that has. tags: a notification for each \
                language of a category, to a tag such as World_fr, with caps of its own.
                """),
        OptionDefinition(
            .languageProperty, .assignment(.language, placeholder: "TAG=NAME"), isRepeatable: true,
            commands: [.broadcast, .send], key: "languageProperties",
            fallback: .described("News_ and the language's name in English"), section: .languages,
            summary: "the property with the message in a language",
            details: "The first language can have one beside messageParam."),
        OptionDefinition(
            .languageTag, .text("FORM"), commands: [.broadcast, .send], key: "languageTag",
            fallback: .value("{category}_{language}"), section: .languages,
            summary: "how the tag of a category in one language is made",
            details: "{category} is the category's tag, {language} the language's. A tag expression will do."),
    ]
}
