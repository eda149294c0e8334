internal import HubLanguage
internal import News
internal import XMLTree

// What the push services complained about. The service keeps it in a container of blobs whose address is a permission by
// itself; here it lies below the emulator's own paths, which are for this machine alone. Paths of storage emulators look
// like this one: an account, then the container.
extension HubState {
    /// The container as a list of blobs, or one of them: one for each notification that did not reach everybody, which is
    /// also what its telemetry names as place of its errors.
    func feedback(for request: HubRequest) throws(Refusal) -> HubResponse {
        guard ["GET", "HEAD"].contains(request.method) else { throw Refusal(405, "Feedback can be read alone.") }
        switch request.target.segments.count {
        case 2: return HubResponse(200, body: list.xml, contentType: HubResponse.xml)
        case 3:
            let name = request.target.segments[2]
            guard name.hasSuffix(".xml"), let notification = notifications[String(name.dropLast(4))],
                !notification.failures.isEmpty
            else { break }
            return HubResponse(200, body: notification.feedback, contentType: HubResponse.xml)
        default: break
        }
        throw Refusal(404, "There is no such feedback.")
    }

    /// The answer of a storage service (REST *List Blobs*), as far as clients need it to find the blobs.
    private var list: XMLElement {
        let blobs = notifications.all.filter { !$0.failures.isEmpty }.map { notification in
            let properties = [
                XMLElement("Last-Modified", text: httpDate(notification.sent ?? notification.enqueued)),
                XMLElement("Content-Length", text: String(notification.feedback.utf8.count)),
                XMLElement("Content-Type", text: "application/xml"), XMLElement("BlobType", text: "BlockBlob"),
            ]
            return XMLElement(
                "Blob",
                children: [
                    .element(XMLElement("Name", text: notification.id + ".xml")),
                    .element(XMLElement("Properties", children: properties.map(XMLElement.Node.element))),
                ])
        }
        return XMLElement(
            "EnumerationResults", attributes: [XMLAttribute("ContainerName", "feedback")],
            children: [
                .element(XMLElement("Blobs", children: blobs.map(XMLElement.Node.element))),
                .element(XMLElement("NextMarker")),
            ])
    }
}

extension EmulatedNotification {
    /// Documents one after another, as the service writes them (NET `PnsFeedback`).
    fileprivate var feedback: String {
        failures.map { failure in
            let fields: [(String, String?)] = [
                ("FeedbackTime", (sent ?? enqueued).description),
                ("NotificationSystemError", failure.outcome.rawValue), ("Platform", failure.platform.formatName),
                ("PnsHandle", failure.handle), ("RegistrationId", failure.registration),
                ("InstallationId", failure.installation), ("NotificationId", id),
            ]
            let elements = fields.compactMap { name, text in text.map { XMLElement(name, text: $0).inServiceBus } }
            return XMLElement("PnsFeedback", in: XMLNamespace.serviceBus, elements).xml + "\n"
        }.joined()
    }
}
