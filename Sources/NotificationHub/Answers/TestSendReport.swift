internal import XMLTree

/// What a test send is answered with: the hub waits for the push services and tells what they said.
public struct TestSendReport: Sendable, Hashable {
    /// What became of it on one device.
    public struct Result: Sendable, Hashable {
        /// The service the device is reached by, as the hub calls it: `apple`, `gcm`, `windows`.
        public var platform: String
        /// The registration the device was reached by.
        public var registrationID: String
        /// The push service's answer in the hub's words.
        public var outcome: String
    }

    /// Devices whose push service took the notification.
    public var success: Int
    /// Devices whose push service did not.
    public var failure: Int
    /// Device by device; the handles, which are what one needs to send to a device, are left out.
    public var results: [Result]

    /// Reads `NotificationOutcome`; nil where the answer is something else, as that of an ordinary send.
    init?(_ body: [UInt8]) {
        guard !body.isEmpty, let root = try? XMLElement(parsing: body), root.name == "NotificationOutcome" else {
            return nil
        }
        success = root["Success"].flatMap { Int($0.text) } ?? 0
        failure = root["Failure"].flatMap { Int($0.text) } ?? 0
        results = (root["Results"]?.elements ?? []).map { result in
            Result(
                platform: result["ApplicationPlatform"]?.text ?? "",
                registrationID: result["RegistrationId"]?.text ?? "",
                outcome: result["Outcome"]?.text ?? "")
        }
    }
}
