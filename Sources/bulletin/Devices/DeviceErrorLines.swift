internal import JSON
internal import News
internal import NotificationHub
internal import PlainText
internal import Terminal

/// The devices that a notification did not reach, for people.
struct DeviceErrorLines {
    let lines: [String]

    /// More are counted.
    private static let limit = 10

    init(_ errors: [DeviceError]) {
        guard !errors.isEmpty else {
            lines = []
            return
        }
        let rows = errors.prefix(DeviceErrorLines.limit).map { error in
            let device = error.installationID ?? error.registrationID ?? "a single device"
            return ["  " + terminalSafe(error.platform), terminalSafe(device), terminalSafe(error.error)]
        }
        let more = errors.count - rows.count
        lines = ["Not reached:"] + alignedTable(rows) + (more > 0 ? ["  and \(more) more"] : [])
    }
}

extension DeviceError {
    var json: JSONValue {
        [
            "platform": .string(platform), "registration": JSONValue(registrationID),
            "installation": JSONValue(installationID), "error": .string(error), "time": JSONValue(time?.description),
        ]
    }
}
