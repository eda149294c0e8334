/// What the list of feeds says about asking one feed, beside its address.
public enum FeedSetting: Sendable, Hashable {
    /// The `User-Agent` for this feed.
    case userAgent(String)
    /// A further header, or one in place of ours; never a secret.
    case header(name: String, value: String)
    /// The user of basic authentication.
    case username(String)
    /// Where the password of that user is kept.
    case password(SecretPlace)
    /// Where a bearer token is kept.
    case bearer(SecretPlace)
    /// A proxy in curl's notation, without credentials.
    case proxy(String)
    /// A file of PEM certificates to trust instead of the system's.
    case certificateFile(String)
    /// Seconds that a transfer may take.
    case timeout(Int64)
    /// Least seconds between two times at which the feed is asked.
    case minimumInterval(Int64)
    /// Asked in each run, whatever its publisher wishes.
    case pollAlways
    /// BCP 47 tag of what it says, whatever it says itself: some are published with the settings of others.
    case language(String)
}

/// Where a secret is kept: lists of feeds are shared, mailed and exported, so none is in them.
public enum SecretPlace: Sendable, Hashable {
    /// In the environment variable of that name.
    case variable(String)
    /// In the file at that path.
    case file(String)
}

extension Feed {
    /// The language that somebody set, whatever the feed and its items say.
    public var settledLanguage: String? {
        settings.lazy.compactMap { if case .language(let tag) = $0 { tag } else { nil } }.first
    }

    /// Whether something secret goes with requests for this feed.
    public var hasSecret: Bool {
        settings.contains { setting in
            switch setting {
            case .password, .bearer: true
            default: false
            }
        }
    }
}
