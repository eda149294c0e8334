internal import HubLanguage
internal import News
internal import Synchronization

/// The emulator without its sockets: requests in, answers out, the state behind a lock.
final class EmulatorCore: Sendable {
    let gate: HubGate
    let state: Mutex<EmulatorState>
    let clock: @Sendable () -> Instant

    init(_ configuration: HubEmulatorConfiguration, rules: [SharedAccessRule], seed: UInt64) throws(HubEmulatorError) {
        guard isHubName(configuration.hubName) else { throw .hubName(configuration.hubName) }
        clock = configuration.clock
        gate = HubGate(
            hubName: configuration.hubName, tier: configuration.tier,
            tokens: TokenCheck(rules: rules, clockSkewAllowance: configuration.clockSkewAllowance))
        var hub = HubState(
            hubName: configuration.hubName, tier: configuration.tier, history: configuration.history, seed: seed)
        for device in configuration.devices { try hub.register(device, now: clock()) }
        state = Mutex(EmulatorState(hub: hub, history: configuration.history))
    }

    /// Answers a request. Token, syntax and templates are looked at before the lock is taken.
    func answer(_ request: HubRequest, at place: ConnectionPlace) -> Answer {
        let now = clock()
        if request.target.isControl {
            return state.withLock { $0.answerControl(request, at: place, now: now) }
        }
        let admitted = Result<HubCall, Refusal> { () throws(Refusal) in try gate.admit(request, now: now) }
        return state.withLock { $0.answer(request, admitted: admitted, at: place, now: now) }
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
