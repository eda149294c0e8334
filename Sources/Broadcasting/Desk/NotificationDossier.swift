public import Ledger
public import News

/// Everything that is known of one notification.
public struct NotificationDossier: Sendable {
    /// A story that it speaks of.
    public struct Story: Sendable {
        /// The story.
        public var record: StoryRecord
        /// The feeds it was seen in.
        public var carriers: [StoryCarrier]
    }

    /// What was sent, and what became of it.
    public var notification: History.Notification
    /// Its stories; none for one that was not sent.
    public var stories: [Story]
    /// The broadcast that sent it; nil for one sent by hand, and for one long ago.
    public var run: RunRecord?
}

extension NotificationDossier {
    /// What the ledger knows of it; nil where there is no such notification.
    public init?(_ ledger: Ledger, _ id: NotificationID, at now: Instant) throws(LedgerError) {
        guard let record = try ledger.notification(id) else { return nil }
        stories = []
        for story in record.intent.stories {
            guard let found = try ledger.story(story) else { continue }
            stories.append(Story(record: found, carriers: try ledger.carriers(of: story)))
        }
        notification = History.Notification(
            record: record, stories: stories.map(\.record),
            isAhead: record.intent.scheduledFor.map { $0 > now } ?? false)
        if let number = record.run { run = try ledger.run(number) }
    }
}
