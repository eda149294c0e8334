internal import HubLanguage
internal import News
internal import Synchronization

/// The emulator without its sockets: requests in, answers out, the state behind a lock.
final class EmulatorCore: Sendable {
    let gate: HubGate
    let state: Mutex<EmulatorState>
    let clock: @Sendable () -> Instant
    private let trackingIDs: TrackingIDs

    init(
        _ configuration: HubEmulatorConfiguration, rules: [SharedAccessRule], seed: UInt64, file: StateFile? = nil
    ) throws(HubEmulatorError) {
        guard isHubName(configuration.hubName) else { throw .hubName(configuration.hubName) }
        clock = configuration.clock
        trackingIDs = TrackingIDs(seed: seed)
        gate = HubGate(
            hubName: configuration.hubName, tier: configuration.tier,
            tokens: TokenCheck(rules: rules, clockSkewAllowance: configuration.clockSkewAllowance))
        var hub = HubState(
            hubName: configuration.hubName, tier: configuration.tier,
            scheme: configuration.identity == nil ? "http" : "https", history: configuration.history, seed: seed)
        if let file { try hub.resume(from: file) }
        // Devices that are kept are not registered a second time.
        if hub.devices.order.isEmpty {
            for device in configuration.devices { try hub.register(device, now: clock()) }
        }
        var first = EmulatorState(hub: hub, history: configuration.history, file: file)
        if let file, !first.keep() { throw file.fault("it cannot be written") }
        state = Mutex(first)
    }

    /// Answers a request. Token, syntax and templates are looked at before the lock is taken.
    func answer(
        _ request: HubRequest, at place: ConnectionPlace, _ onRequest: (@Sendable (LoggedRequest) -> Void)? = nil
    ) -> Answer {
        let now = clock()
        if request.target.isControl {
            return state.withLock { $0.answerControl(request, at: place, now: now) }
        }
        let admitted = Result<HubCall, Refusal> { () throws(Refusal) in try gate.admit(request, now: now) }
        var answer = state.withLock { $0.answer(request, admitted: admitted, at: place, now: now) }
        answer.response.finish(trackingIDs, now: now)
        if let onRequest, let entry = answer.entry { onRequest(LoggedRequest(entry)) }
        return answer
    }

    /// Looks at the hub as it is now: what is due has gone out.
    func reading<Value: Sendable>(_ body: (HubState) -> Value) -> Value {
        let now = clock()
        return state.withLock { state in
            state.hub.forgetExpired(now: now)
            state.hub.sendDue(now: now)
            _ = state.keep()
            return body(state.hub)
        }
    }
}

extension HubState {
    /// Registers a device of the configuration.
    fileprivate mutating func register(_ device: DeviceSetup, now: Instant) throws(HubEmulatorError) {
        let draft: RegistrationDraft
        do throws(Refusal) {
            draft = try RegistrationDraft(device)
        } catch {
            throw .device(name: device.name, reason: error.detail ?? "")
        }
        store(Registration(id: identifiers.registrationID(), draft: draft, updated: now))
        devices.add(DeviceKey(platform: draft.platform, handle: draft.handle), name: device.name)
    }
}

extension RegistrationDraft {
    fileprivate init(_ device: DeviceSetup) throws(Refusal) {
        let body = device.template ?? device.platform.defaultTemplate ?? ""
        let headers: HeaderFields =
            device.platform == .wns ? ["X-WNS-Type": Platform.windowsType(ofPayload: body)] : [:]
        let handle = try RegistrationDraft.handle(device.handle, for: device.platform)
        self.init(
            platform: device.platform, handle: handle,
            handleParts: [handle]
                + device.platform.handleElements.dropFirst().map { _ in "" }, tags: try checkedTags(device.tags),
            template: try RegisteredTemplate(
                body: body, name: "bulletin", headers: headers, platform: device.platform))
    }
}
