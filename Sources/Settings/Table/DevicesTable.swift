extension CommandTable {
    /// `devices`.
    public static let devices = CommandDefinition(
        .devices,
        operands: OperandRule(
            "list|show ID|subscribe|categories ID CATEGORY[,CATEGORY…]|unsubscribe ID|register", count: 1...3,
            needed: "one of list, show, subscribe, categories, unsubscribe, register"),
        summary: "show and change which devices the hub reaches",
        description: [
            """
            list shows the hub's registrations, or those with a tag or of one device. show tells all about one, by the id \
            of a registration or an installation. subscribe lets a device follow categories; categories changes which; \
            unsubscribe ends it. Devices are addressed by the tag of each category, as the configuration has it.
            """,
            """
            register does what an app does that has a back end ('bulletin help backend'): it signs in as --user, with the \
            password in BULLETIN_BACKEND_PASSWORD or --password-file, asks for an id once and keeps it, and puts a template \
            registration with the categories. Where the back end answers that the id has ended it asks for a new one and \
            tries once more. It needs neither the hub nor its key.
            """,
            """
            A device's token is nearly a secret: it is shown shortened everywhere, in JSON too, and with --token - it is \
            read from standard input instead of the command line, which others can see.
            """,
            """
            A list needs a key with the right Manage, everything else one with Listen. BULLETIN_HUB_MANAGE_CONNECTION_STRING \
            brings such a key; without it that for sending is tried.
            """,
            """
            --format json prints for list an array and for show one object: id, installation (the id of the installation \
            that it belongs to, or null), kind (registration or installation), platform, token (shortened), tags, templates \
            (name, body), user, expires, etag; what there is none of is null. subscribe and categories print the device \
            as it is then.
            """,
        ],
        examples: [
            CommandExample("Who follows Sports?", "bulletin devices list --tag Sports"),
            CommandExample(
                "Let a test phone follow two categories",
                "bulletin devices subscribe --platform apns --token - --categories World,Sports --id desk-phone"),
            CommandExample("Another choice", "bulletin devices categories desk-phone Science"),
            CommandExample(
                "Through the app's back end",
                "bulletin devices register --backend https://app.example --user anna --platform apns --token - --categories "
                    + "World"),
        ],
        exitCodes: [
            .done, .usage, .badInput, .hubUnavailable, .cannotWrite, .refused, .badConfiguration,
        ],
        exitWords: [
            .badInput: "there is no such device, or the template cannot be used",
            .hubUnavailable: "the hub cannot be reached, or did not do it",
        ])
}

extension OptionTable {
    static let devices: [OptionDefinition] = [
        OptionDefinition(
            .backend, .address(placeholder: "URL", mayBeUnknown: false), commands: [.devices], section: .choosing,
            summary: "register: the back end's address; http on loopback alone"),
        OptionDefinition(
            .passwordFile, .path("FILE"), commands: [.devices], section: .choosing,
            summary: "register: the file whose first line is the password"),
        OptionDefinition(
            .state, .path("FILE"), commands: [.devices],
            fallback: .described("devices.json, beside the usual place of the ledger"), section: .choosing,
            summary: "register: where the ids are kept"),
        OptionDefinition(
            .tag, .text("TAG"), commands: [.devices], section: .choosing, summary: "list those that follow a tag"),
        OptionDefinition(
            .channel, .text("TOKEN"), commands: [.devices], section: .choosing,
            summary: "list the registrations of the device with that token; - reads it"),
        OptionDefinition(
            .platform, .choice(["apns", "fcmv1", "wns"]), commands: [.devices], section: .choosing,
            summary: "the push service of a device that subscribes"),
        OptionDefinition(
            .token, .text("TOKEN"), commands: [.devices], section: .choosing,
            summary: "its token or channel; - reads it from standard input"),
        OptionDefinition(
            .categories, .categories, commands: [.devices], section: .choosing,
            summary: "what it follows, with commas"),
        OptionDefinition(
            .template, .path("FILE"), commands: [.devices], section: .choosing,
            summary: "the template that is filled in for it",
            details: """
                JSON, or XML for WNS, with expressions such as $(messageParam). Without it the template shows the message \
                and nothing else.
                """),
        OptionDefinition(
            .user, .text("NAME"), commands: [.devices], section: .choosing,
            summary: "whose device it is: the tag username:NAME"),
        OptionDefinition(
            .id, .text("ID"), commands: [.devices], fallback: .described("made of platform and token"),
            section: .choosing,
            summary: "the installation's id; subscribing it again replaces it"),
        OptionDefinition(
            .registration, .flag, commands: [.devices], section: .choosing,
            summary: "make a template registration instead of an installation"),
    ]
}
