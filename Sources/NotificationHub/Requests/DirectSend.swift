internal import HTTP
internal import HubLanguage
internal import JSON

extension HubConnection {
    /// The request that sends straight to one device, whatever it has registered (REST *Direct send*). The notification's
    /// target is not looked at.
    public func request(
        for notification: NativeNotification, directlyTo handle: DeviceHandle
    ) throws(HubError) -> HubRequest {
        var addressed = [HTTPHeader("ServiceBusNotification-DeviceHandle", try headerText(handle.address))]
        if case .browser(_, let p256dh, let auth) = handle {
            addressed += [HTTPHeader("P256DH", try headerText(p256dh)), HTTPHeader("Auth", try headerText(auth))]
        }
        let message = HubNotification.native(notification)
        return request(
            .post, "messages", query: "&direct", headers: message.headers(addressed: addressed), body: message.body)
    }

    /// The request that sends straight to many devices, 1,000 at most (REST *Direct batch send*); from the Basic tier on.
    public func request(
        for notification: NativeNotification, directlyTo tokens: [String]
    ) throws(HubError) -> HubRequest {
        guard (1...HubLimits.batchHandles).contains(tokens.count) else {
            throw .impossible("a direct send is for 1 to \(HubLimits.batchHandles) devices, not \(tokens.count)")
        }
        let devices = JSONValue.array(tokens.map(JSONValue.string)).text()
        let body =
            part("notification", notification.contentType, notification.payload)
            + part("devices", "application/json;charset=utf-8", devices) + "--\(boundary)--\r\n"
        guard !notification.payload.contains(boundary), !devices.contains(boundary) else {
            throw .impossible("the payload holds \(boundary), which parts the request")
        }
        guard body.utf8.count <= HubLimits.requestBody else {
            throw .impossible(
                "the request has \(body.utf8.count) bytes, the hub takes at most \(HubLimits.requestBody): name fewer devices"
            )
        }
        var headers = HubNotification.native(notification).headers(addressed: [])
        headers[0] = HTTPHeader("Content-Type", "multipart/mixed; boundary=\"\(boundary)\"")
        return request(.post, "messages/$batch", query: "&direct", headers: headers, body: Array(body.utf8))
    }
}

/// The text that .NET and Java use.
private let boundary = "nh-batch-multipart-boundary"

private func part(_ name: String, _ type: String, _ content: String) -> String {
    "--\(boundary)\r\nContent-Type: \(type)\r\nContent-Disposition: inline; name=\(name)\r\n\r\n\(content)\r\n"
}

/// A text that may be the value of a header: a line end in it would begin another one.
func headerText(_ text: String) throws(HubError) -> String {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .impossible("the device's token is empty, or holds blanks or other characters that no token has")
    }
    return text
}
