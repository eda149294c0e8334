internal import HubLanguage
internal import News
internal import XMLTree

extension HubState {
    /// What became of a notification (REST *Get notification message telemetry*).
    func telemetry(of id: String, place: Place) throws(Refusal) -> HubResponse {
        guard let notification = notifications[id] else {
            throw Refusal(404, "The notification does not exist or its telemetry is no longer kept.")
        }
        let location =
            "sb://" + (place.hub.split(separator: "://", maxSplits: 1).last ?? "") + "/messages/\(id)\(place.query)"
        let errors = notification.failures.isEmpty ? nil : "\(place.feedback)/\(percentEncoded(id)).xml"
        return HubResponse(
            200, body: notification.details(location: location, errors: errors).xml, contentType: HubResponse.xml)
    }
}

extension EmulatedNotification {
    fileprivate func details(location: String, errors: String?) -> XMLElement {
        func field(_ name: String, _ text: String?) -> XMLElement? {
            text.map { XMLElement(name, text: $0).inServiceBus }
        }
        let fields = [
            field("NotificationId", id), field("Location", location), field("State", state.rawValue),
            field("EnqueueTime", enqueued.description), field("StartTime", sent?.description),
            field("EndTime", sent?.description), field("NotificationBody", body),
            field("Tags", tags.isEmpty ? nil : tags),
            field("TargetPlatforms", targets.sorted().joined(separator: ",")),
        ]
        // The counts stand in an order of their own, the place of errors in the midst of them.
        let counts =
            counts([.apns, .mpns, .wns, .gcm, .adm]) + [field("PnsErrorDetailsUri", errors)].compactMap { $0 }
            + counts([.fcmV1, .baidu, .browser, .xiaomi])
        return XMLElement("NotificationDetails", in: XMLNamespace.serviceBus, fields.compactMap { $0 } + counts)
    }

    private func counts(_ platforms: [Platform]) -> [XMLElement] {
        platforms.compactMap { platform in
            guard let outcomes = outcomes[platform] else { return nil }
            let elements = outcomes.sorted { $0.key.rawValue < $1.key.rawValue }.map { outcome in
                XMLElement(
                    "Outcome", in: XMLNamespace.serviceBus,
                    [
                        XMLElement("Name", text: outcome.key.rawValue).inServiceBus,
                        XMLElement("Count", text: String(outcome.value)).inServiceBus,
                    ])
            }
            return XMLElement(platform.outcomeElement, in: XMLNamespace.serviceBus, elements)
        }
    }
}
