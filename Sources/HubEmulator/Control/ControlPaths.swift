internal import CMicroHTTPD
internal import JSON
internal import News

// The emulator's own paths, for tests and people:
//
//     GET    /                         a page with what each device has on its lock screen; as JSON with
//                                      Accept: application/json
//     GET    /$emulator/devices        what each device showed
//     DELETE /$emulator/screens        clears all screens
//     GET    /$emulator/notifications  what was taken in, and what became of it
//     GET    /$emulator/feedback       the container that feedbackcontainer names: blobs with the devices that
//                                      notifications did not reach; GET /$emulator/feedback/ID.xml is one of them
//     GET    /$emulator/requests       the log; DELETE empties it
//     GET    /$emulator/faults         armed faults; POST arms one (or an array of them), DELETE disarms all
//     POST   /$emulator/release        lets held answers go
//
// They need no token: whoever can reach them is on this machine. Three things keep others away. The peer is checked,
// whatever the address the server listens on. The Host must be an address in numbers or localhost, or a page elsewhere
// whose name was made to point here could read them. And a request with an Origin other than the emulator is refused, so
// that a page in a browser on this machine cannot arm faults.
extension EmulatorState {
    mutating func answerControl(_ request: HubRequest, at place: ConnectionPlace, now: Instant) -> Answer {
        hub.forgetExpired(now: now)
        hub.sendDue(now: now)
        defer { _ = keep() }
        do throws(Refusal) {
            try checkIsFromHere(request, place)
            let before = releases
            let response = try control(request)
            return Answer(response: response, releasing: releases > before ? releases : nil)
        } catch {
            let value: JSONValue = ["error": .string(error.detail ?? "")]
            return Answer(
                response: HubResponse(error.status, body: value.text() + "\n", contentType: HubResponse.json))
        }
    }

    private func checkIsFromHere(_ request: HubRequest, _ place: ConnectionPlace) throws(Refusal) {
        let host = request.host
        let address = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard place.peerIsHere, host == "localhost" || bulletin_loopback_kind(address) >= 0 else {
            throw Refusal(
                403, "The emulator's own paths can be used from this machine alone, as 127.0.0.1 or localhost.")
        }
        guard let origin = request.headers["Origin"] else { return }
        guard origin.lowercased() == hub.scheme + "://" + (request.headers["Host"] ?? "").lowercased() else {
            throw Refusal(403, "The emulator's own paths cannot be used by pages from elsewhere.")
        }
    }

    private mutating func control(_ request: HubRequest) throws(Refusal) -> HubResponse {
        guard !request.target.segments.isEmpty else { return try page(for: request) }
        if request.target.segments.count > 1, request.target.segments[1] == "feedback" {
            return try hub.feedback(for: request)
        }
        let value = try value(for: request)
        return HubResponse(200, body: value.text(.indented) + "\n", contentType: HubResponse.json)
    }

    private func page(for request: HubRequest) throws(Refusal) -> HubResponse {
        guard ["GET", "HEAD"].contains(request.method) else { throw Refusal(405, "The page can be read alone.") }
        let wantsJSON =
            request.headers["Accept"].map { $0.lowercased().contains("application/json") } ?? false
            || request.target.parameter("format") == "json"
        return wantsJSON ? screensAsJSON : screensAsPage
    }

    private mutating func value(for request: HubRequest) throws(Refusal) -> JSONValue {
        switch (request.method, request.target.segments.dropFirst().joined(separator: "/")) {
        case ("GET", "devices"): return ["devices": .array(hub.emulatedDevices.map(\.json))]
        case ("DELETE", "screens"): hub.devices.clearScreens()
        case ("GET", "notifications"):
            return [
                "accepted": .integer(Int64(hub.notifications.accepted)),
                "notifications": .array(hub.notifications.all.map(\.json)),
            ]
        case ("GET", "requests"): return ["requests": .array(log.all.map { LoggedRequest($0).json })]
        case ("DELETE", "requests"): log.removeAll()
        case ("GET", "faults"): return ["faults": .array(faults.armed.map(\.json))]
        case ("POST", "faults"): try arm(request)
        case ("DELETE", "faults"): faults.clear()
        case ("POST", "release"): _ = nextRelease()
        default:
            throw Refusal(
                404, "The emulator has no such path; see devices, notifications, feedback, requests and faults.")
        }
        return ["done": true]
    }

    private mutating func arm(_ request: HubRequest) throws(Refusal) {
        guard let value = try? JSONValue(parsing: request.body) else {
            throw Refusal(400, "The body must be a fault as JSON, or an array of faults.")
        }
        // All or none.
        var read: [Fault] = []
        for element in value.array ?? [value] { read.append(try Fault(element)) }
        guard faults.armed.count + read.count <= FaultRules.limit else { throw Refusal(400, "Too many faults.") }
        for fault in read { faults.add(fault) }
    }
}
