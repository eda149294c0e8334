internal import JSON
internal import News

// The emulator's own paths, for tests and people:
//
//     GET    /$emulator/devices        what each device showed
//     DELETE /$emulator/screens        clears all screens
//     GET    /$emulator/notifications  what was taken in, and what became of it
//     GET    /$emulator/requests       the log; DELETE empties it
//     GET    /$emulator/faults         armed faults; POST arms one (or an array of them), DELETE disarms all
//     POST   /$emulator/release        lets held answers go
//
// They need no token: whoever can reach them is on this machine. Three things keep others away. The server listens on the
// loopback address alone, and the peer is checked all the same. The Host must be a loopback name, or a page elsewhere
// whose name was made to point here could read them. And a request with an Origin other than the emulator is refused, so
// that a page in a browser on this machine cannot arm faults.
extension EmulatorState {
    mutating func answerControl(_ request: HubRequest, at place: ConnectionPlace, now: Instant) -> Answer {
        hub.sendDue(now: now)
        do throws(Refusal) {
            try checkIsFromHere(request, place)
            let before = releases
            let value = try control(request)
            let response = HubResponse(200, body: value.text(.indented) + "\n", contentType: HubResponse.json)
            return Answer(response: response, releasing: releases > before ? releases : nil)
        } catch {
            let value: JSONValue = ["error": .string(error.detail ?? "")]
            return Answer(
                response: HubResponse(error.status, body: value.text() + "\n", contentType: HubResponse.json))
        }
    }

    private func checkIsFromHere(_ request: HubRequest, _ place: ConnectionPlace) throws(Refusal) {
        let names = ["127.0.0.1", "localhost", "[::1]"]
        guard place.peerIsLoopback, names.contains(request.host) else {
            throw Refusal(
                403, "The emulator's own paths can be used from this machine alone, as 127.0.0.1 or localhost.")
        }
        guard let origin = request.headers["Origin"] else { return }
        guard origin.lowercased() == "http://" + (request.headers["Host"] ?? "").lowercased() else {
            throw Refusal(403, "The emulator's own paths cannot be used by pages from elsewhere.")
        }
    }

    private mutating func control(_ request: HubRequest) throws(Refusal) -> JSONValue {
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
        default: throw Refusal(404, "The emulator has no such path; see devices, notifications, requests and faults.")
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
