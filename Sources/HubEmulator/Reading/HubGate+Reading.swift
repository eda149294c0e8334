internal import News

extension HubGate {
    /// Reads what the route needs from the request.
    func read(
        _ request: HubRequest, _ route: Route, version: String, now: Instant
    ) throws(Refusal) -> HubCall {
        switch route {
        case .send:
            .send(
                try NotificationDraft(reading: request), isTest: request.target.hasFlag("test"), apiVersion: version)
        case .batch: .send(try NotificationDraft(readingBatch: request), isTest: false, apiVersion: version)
        case .schedule: try readSchedule(request, now: now)
        case .cancel(let id): .cancel(id: id)
        case .telemetry(let id): .telemetry(id: id)
        case .feedback: .feedback
        case .newRegistrationID: .newRegistrationID
        case .createRegistration: .createRegistration(try RegistrationDraft(reading: request.body))
        case .registration(let id, let method): try readRegistration(request, id: id, method: method)
        case .registrations:
            .listRegistrations(try RegistrationFilter(request.target.parameter("$filter")), try Page(request.target))
        case .registrationsByTag(let tag): .listRegistrations(.tag(tag), try Page(request.target))
        case .installation(let id, let method): try readInstallation(request, id: id, method: method)
        case .unsupported(let name): throw Refusal(501, "The local hub has no \(name).")
        }
    }

    private func readSchedule(_ request: HubRequest, now: Instant) throws(Refusal) -> HubCall {
        let text = request.headers["ServiceBusNotification-ScheduleTime"] ?? ""
        guard let time = scheduleTime(text) else {
            throw Refusal(400, "The ServiceBusNotification-ScheduleTime '\(text.prefix(60))' is not a valid date-time.")
        }
        guard time.seconds(since: now) <= 7 * 86_400 else {
            throw Refusal(400, "A notification cannot be scheduled more than 7 days ahead.")
        }
        return .schedule(try NotificationDraft(reading: request), at: time)
    }

    private func readRegistration(_ request: HubRequest, id: String, method: String) throws(Refusal) -> HubCall {
        let condition = request.headers["If-Match"].map { Precondition($0) }
        switch method {
        case "GET": return .readRegistration(id: id)
        case "DELETE":
            guard let condition else {
                throw Refusal(412, "The If-Match header is required to delete a registration.")
            }
            return .deleteRegistration(id: id, condition: condition)
        default:
            guard isRegistrationID(id) else { throw Refusal(400, "The registration id '\(id.prefix(60))' is invalid.") }
            return .putRegistration(id: id, try RegistrationDraft(reading: request.body), condition: condition)
        }
    }

    private func readInstallation(_ request: HubRequest, id: String, method: String) throws(Refusal) -> HubCall {
        switch method {
        case "GET": .readInstallation(id: id)
        case "DELETE": .deleteInstallation(id: id)
        case "PATCH": .patchInstallation(id: id, try InstallationChange.list(reading: request.body))
        default: .putInstallation(try Installation(reading: request.body, id: id))
        }
    }
}

/// Digits in three groups, as in `4497227228776861650-7267172778370643468-3`; clients may make their own.
func isRegistrationID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.count == 3
        && groups.allSatisfy { (1...20).contains($0.utf8.count) && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
}
