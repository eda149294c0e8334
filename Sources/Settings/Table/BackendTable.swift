extension CommandTable {
    /// `backend`.
    public static let backend = CommandDefinition(
        .backend, summary: "run the app's back end: signed-in users register devices",
        description: [
            """
            Runs a small web API between an app and the hub, so that the key stays here. A signed-in user's devices carry \
            the tag username:NAME; 'bulletin send --user NAME' and the API reach just those. It prints its address and runs \
            until it is interrupted; SIGHUP reads the file of users and the certificate anew. With -v it tells each request, \
            without tokens and secrets.
            """,
            """
            POST /api/register?handle=HANDLE answers an id, as a JSON string: the first registration that the hub has for \
            the handle, the others for it deleted, or a new id. PUT /api/register/ID with {"Platform": "apns", "fcm", \
            "fcmv1" or "wns", "Handle": …, "Tags": […], "Template": true} makes or replaces the registration; without \
            Template it gets native notifications, and not those of categories. An id that the hub has forgotten is answered \
            with 410: ask for a new one. DELETE /api/register/ID ends it.
            """,
            """
            POST /api/register with {"platform": "ios", "android" or "windows", "instId": …, "deviceToken": …} makes or \
            replaces an installation, which gets both kinds; Tags and Template as above. POST \
            /api/notifications?pns=apns|fcm|gcm|wns&to_tag=USER with a JSON string sends "From SENDER: text" to the tags \
            username:USER and from:SENDER. GET /healthz answers ok.
            """,
            """
            Answers are 200; 400 and 413 for what cannot be read, 401 without a sign-in (HTTP Basic), 403 for what is not \
            this user's to do, 404, 405, 410, 429 after too many failures to sign in, 502 to 504 where the hub did not do \
            it. Errors are {"error": words}; 429 and 503 bring Retry-After.
            """,
            """
            An id belongs to the user who got it, and a registration to the user of its tag username:NAME: another may \
            neither use, change nor delete it. Names are the same whatever their case. Nobody sets tags that begin with \
            username: or $.
            """,
            "The key needs the rights Manage (to find a device's registrations), Listen and Send.",
        ],
        examples: [
            CommandExample("Try it on this machine", "bulletin backend --demo-users"),
            CommandExample(
                "For the app",
                "bulletin backend --listen 0.0.0.0 --port 443 --tls-certificate app.pem --tls-key app.key "
                    + "--users /etc/bulletin/users"),
            CommandExample("A user more", "htpasswd -B /etc/bulletin/users anna && systemctl reload bulletin-backend"),
        ],
        exitCodes: [.done, .usage, .badInput, .hubUnavailable, .cannotWrite, .badConfiguration],
        exitWords: [
            .done: "interrupted by signal 2 or 15 (SIGINT, SIGTERM): the way to end it",
            .badInput: "the certificate, its key, the file of users or that of --state cannot be used",
            .hubUnavailable: "the port is taken, or the address is not this machine's",
            .cannotWrite: "the output cannot be written",
        ],
        signalWords: "another signal n ended it, or a second one came")
}

extension OptionTable {
    private static let serving: [CommandName] = [.backend]

    static let backend: [OptionDefinition] = [
        OptionDefinition(
            .port, .integer(0...65_535), commands: serving, key: "backend.port", fallback: .value("7072"),
            section: .backend, summary: "the port to listen on; 0 takes a free one"),
        OptionDefinition(
            .listen, .text("ADDRESS"), commands: serving, key: "backend.listen", fallback: .value("127.0.0.1"),
            section: .backend, summary: "the address to listen on, in numbers",
            details: "One that other machines can reach, such as 0.0.0.0, needs --tls-certificate and --tls-key."),
        OptionDefinition(
            .tlsCertificate, .path("FILE"), commands: serving, key: "backend.tlsCertificate", section: .backend,
            summary: "speak TLS with this certificate (PEM)",
            details: "Those that it was signed with may follow it. It is read anew at SIGHUP."),
        OptionDefinition(
            .tlsKey, .path("FILE"), commands: serving, key: "backend.tlsKey", section: .backend,
            summary: "the certificate's private key (PEM, without a password)"),
        OptionDefinition(
            .users, .path("FILE"), commands: serving, key: "backend.users", section: .backend,
            summary: "who may sign in: a file that htpasswd -B writes",
            details: """
                Nobody but its owner may read it (chmod 600), or root and one group (chmod 640). It is read anew at SIGHUP. \
                Ten failures of one name, or twenty from one address, and passwords are not looked at for ten minutes.
                """),
        OptionDefinition(
            .demoUsers, .flag, commands: serving, section: .backend,
            summary: "let in any name whose password is the same",
            details: "For trying things out, on a loopback address alone."),
        OptionDefinition(
            .userTags, .listsByUser, commands: serving, key: "backend.tags",
            fallback: .described("the tags of the categories"), section: .backend,
            summary: "which tags each user may set",
            details: """
                By user, or default for all others: tags, their beginnings followed by *, and {category} for those of the \
                six categories.
                """),
        OptionDefinition(
            .mayNotify, .listsByUser, commands: serving, key: "backend.notify", fallback: .described("nobody another"),
            section: .backend, summary: "whom each user may notify",
            details: "By user, or default for all others: users, or * for all. Everybody may notify the own devices."),
        OptionDefinition(
            .sharedDevices, .choice(["keep", "move"]), commands: serving, key: "backend.sharedDevices",
            fallback: .value("keep"), section: .backend, summary: "what becomes of a device when another user signs in",
            details: """
                keep leaves what the former user registered for it until that user's app deletes it: nobody can cut off \
                another by naming a handle. move deletes it as soon as the next user asks for an id with the same handle.
                """),
        OptionDefinition(
            .requestTimeout, .duration(1...600), commands: serving, key: "backend.requestTimeout",
            fallback: .value("20s"), section: .backend, summary: "how long a client may take for a request"),
        OptionDefinition(
            .proxied, .flag, commands: serving, key: "backend.proxied", section: .backend,
            summary: "clients come through a proxy on this machine",
            details: "Failures are then counted by the last address of X-Forwarded-For, which the proxy must set."),
        OptionDefinition(
            .state, .path("FILE"), commands: serving, key: "backend.state",
            fallback: .described("backend.db, beside the usual place of the ledger"), section: .backend,
            summary: "where it keeps to whom it gave ids",
            details: "Several back ends on one machine share it."),
        OptionDefinition(
            .format, .choice(["text", "json"]), commands: serving, fallback: .value("text"), section: .output,
            summary: "how the address is printed"),
    ]
}
