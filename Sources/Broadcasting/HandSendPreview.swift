public import News
public import NotificationHub
public import Preview

extension PreparedHandSend {
    /// What the send would do. Nothing is written.
    public func preview(
        _ connection: HubConnection, clock: @escaping @Sendable (Instant) -> String = Preview.universalMinute
    ) -> Preview {
        Preview(
            now: now,
            notifications: [
                PreviewedNotification(
                    bulletin: bulletin, categories: categories, language: language?.text,
                    stories: [PreviewedStory(headline: send.message, link: send.link, since: now)],
                    target: target.isEmpty ? "every device" : target,
                    request: connection.request(for: notification, mode),
                    encodedAudience: connection.encodedAudience, platform: send.platform, isTest: mode == .test,
                    scheduledFor: mode.time, templates: templates, messageLimit: messageLimit)
            ], clock: clock)
    }
}
