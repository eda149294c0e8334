internal import HubLanguage
internal import JSON
internal import News

extension EmulatedDevice {
    var json: JSONValue {
        [
            "name": .string(name), "platform": .string(platform.installationName), "handle": .string(handle),
            "tags": .array(tags.map(JSONValue.string)), "registrations": .array(registrations.map(JSONValue.string)),
            "deliveries": .integer(Int64(deliveries)), "shown": .array(shown.map(\.json)),
        ]
    }
}

extension ShownNotification {
    var json: JSONValue {
        [
            "notification": .string(notificationID), "time": .string(time.description), "title": JSONValue(title),
            "text": .string(text), "kind": .string(kind.rawValue), "payload": .string(payload),
            "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "collapse_id": JSONValue(collapseID), "replaced": .boolean(isReplaced),
        ]
    }
}

extension EmulatedNotification {
    var json: JSONValue {
        let counts = outcomes.sorted { $0.key.rawValue < $1.key.rawValue }.map { platform, outcomes in
            let members = outcomes.sorted { $0.key.rawValue < $1.key.rawValue }
            return (
                platform.installationName,
                JSONValue.object(JSONObject(members.map { ($0.key.rawValue, .integer(Int64($0.value))) }))
            )
        }
        return [
            "id": .string(id), "format": .string(format), "tags": .string(tags), "body": .string(body),
            "enqueued": .string(enqueued.description), "scheduled_for": JSONValue(scheduledFor?.description),
            "sent": JSONValue(sent?.description), "state": .string(state.rawValue),
            "outcomes": .object(JSONObject(counts)), "warnings": .array(warnings.map(JSONValue.string)),
        ]
    }
}

extension LoggedRequest {
    var json: JSONValue {
        [
            "time": .string(time.description), "connection": .integer(Int64(connection)),
            "request_of_connection": .integer(Int64(requestOfConnection)), "method": .string(method),
            "target": .string(target),
            "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "body": .string(body), "body_bytes": .integer(Int64(bodyBytes)),
            "status": status.map { .integer(Int64($0)) } ?? .null, "fault": JSONValue(fault),
        ]
    }
}

extension HubState {
    /// All devices with their registrations, in the order in which they became known.
    var emulatedDevices: [EmulatedDevice] {
        var seen: Set<DeviceKey> = []
        return devices.order.compactMap { key in
            guard seen.insert(key).inserted, let record = devices.records[key] else { return nil }
            let registrations = registrations.registrations(of: key)
            var tags: Set<String> = []
            return EmulatedDevice(
                name: name(of: key), platform: key.platform, handle: key.handle,
                tags: registrations.flatMap(\.draft.tags).filter { tags.insert($0).inserted },
                registrations: registrations.map(\.id), shown: record.shown, deliveries: record.deliveries)
        }
    }
}
