/// How far a story has come.
public enum StoryState: String, Sendable, Hashable, CaseIterable {
    /// May be announced; judged again in each run while it is fresh.
    case open
    /// May be announced, but was held back in the last run, by a cap for example.
    case waiting
    /// Went out in all its categories, or nobody knows whether it did.
    case announced
    /// Known without being announced.
    case adopted
    /// Grew too old before it was announced.
    case expired
    /// Its feeds took it back before it was announced; it opens again if it comes back.
    case withdrawn
    /// The hub refuses it, whatever it is sent with.
    case parked
    /// An editor dropped it.
    case dropped

    /// Whether the story may still be announced.
    public var isPending: Bool { self == .open || self == .waiting }
}
