internal import HTTPServer
internal import HubLanguage
internal import News
internal import XMLTree

extension HubState {
    /// Sends to at most 10 devices and tells at once how each fared; at most 10 times a minute.
    mutating func testSend(
        _ draft: NotificationDraft, version: String, place: Place, now: Instant
    ) throws(Refusal) -> HubResponse {
        testSends.removeAll { now.seconds(since: $0) >= 60 }
        guard testSends.count < HubLimits.testSendsPerMinute else {
            // Versions before 2020 answer throttling with 403.
            let wait = 60 - now.seconds(since: testSends[0])
            throw Refusal(
                version < "2020" ? 403 : 429, "Too many test sends in a minute.",
                headers: ["Retry-After": String(max(1, wait))])
        }
        testSends.append(now)
        let id = identifiers.notificationID(now: now)
        var notification = EmulatedNotification(id: id, draft: draft, enqueued: now)
        let deliveries = deliver(draft, as: &notification, now: now, limit: HubLimits.testSendDevices)
        notifications.add(notification)
        var response = created(path: "messages", id: id, place: place)
        response.body = outcome(of: deliveries).xml
        return response
    }

    /// The report of a test send (NET `NotificationOutcome`).
    private func outcome(of deliveries: [Delivery]) -> XMLElement {
        let successes = deliveries.count { $0.made.outcome == .success }
        let results = deliveries.map { delivery in
            XMLElement(
                "RegistrationResult", in: XMLNamespace.serviceBus,
                [
                    XMLElement("ApplicationPlatform", text: delivery.target.device.platform.formatName).inServiceBus,
                    XMLElement("PnsHandle", text: delivery.target.device.handle).inServiceBus,
                    XMLElement("RegistrationId", text: delivery.target.registration?.id ?? "").inServiceBus,
                    XMLElement("Outcome", text: delivery.report).inServiceBus,
                ])
        }
        return XMLElement(
            "NotificationOutcome", in: XMLNamespace.serviceBus,
            [
                XMLElement("Success", text: String(successes)).inServiceBus,
                XMLElement("Failure", text: String(deliveries.count - successes)).inServiceBus,
                XMLElement("Results", in: XMLNamespace.serviceBus, results),
            ])
    }
}

extension Delivery {
    fileprivate var report: String {
        made.reason.map { "The Notification was not sent: \($0)" }
            ?? "The Notification was successfully sent to the Push Notification System"
    }
}
