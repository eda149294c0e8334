public import NotificationHub

// What the hub tells after a send.
extension HubDelivery {
    /// Seconds for which a notification is followed: most are settled within a few; the hub itself tries for 30 minutes.
    private static let longestWait: Int64 = 120
    /// Seconds between two questions, the last one for all that follow.
    private static let pauses: [Int64] = [1, 1, 2, 3, 5, 10]

    /// What the hub says once it has nothing to add, or when ``longestWait`` has passed or the program is told to stop.
    public func followed(_ id: String) -> TelemetryAnswer {
        var waited: Int64 = 0
        var questions = 0
        while true {
            let answer = telemetry(of: id)
            switch answer {
            case .found(let telemetry) where telemetry.isFinal: return answer
            case .refused: return answer
            // The hub may take a moment to know what it has just taken in.
            case .found, .unknown, .unavailable: break
            }
            let pause = HubDelivery.pauses[min(questions, HubDelivery.pauses.count - 1)]
            guard waited + pause <= HubDelivery.longestWait, wait(pause) else { return answer }
            waited += pause
            questions += 1
        }
    }

    /// Why the hub's tier has neither telemetry nor scheduled sends; nil where it has, or does not say. It is asked for a
    /// notification that cannot exist, so that this is known before anything is sent.
    public func lackOfTier() -> HubRefusal? {
        guard looksUp, case .refused(let refusal) = telemetry(of: "0"), refusal.kind == .notInTier else { return nil }
        return refusal
    }
}
