/// A right of an access rule.
public enum HubRight: String, Sendable, Hashable {
    /// Registrations and installations one by one.
    case listen = "Listen"
    /// Sends, at once or scheduled.
    case send = "Send"
    /// Lists of registrations.
    case manage = "Manage"
}

/// What the hub is asked for: which right that takes and from which tier on there is such a thing, so that a refusal can
/// say what to do.
public enum HubOperation: Sendable, Hashable {
    /// A send to tags or to everyone, or straight to one device.
    case send
    /// A send that waits for the push services' answers.
    case testSend
    /// A send straight to many devices.
    case batch
    /// A send at a later time.
    case schedule
    /// Taking a scheduled send back.
    case cancel
    /// The question what became of a send.
    case telemetry
    /// The question where the push services' complaints are kept.
    case feedback
    /// A list of registrations.
    case registrations
    /// Reading one registration.
    case readRegistration
    /// Making, changing or deleting one registration.
    case writeRegistration
    /// Reading one installation.
    case readInstallation
    /// Writing, changing or deleting one installation.
    case writeInstallation

    /// The right that the key's rule must have.
    public var right: HubRight {
        switch self {
        case .send, .testSend, .batch, .schedule, .cancel: .send
        case .telemetry, .feedback, .registrations: .manage
        case .readRegistration, .writeRegistration, .readInstallation, .writeInstallation: .listen
        }
    }

    /// The cheapest tier that has it; nil where every tier has.
    var tier: String? {
        switch self {
        case .batch: "Basic"
        case .schedule, .cancel, .telemetry, .feedback: "Standard"
        default: nil
        }
    }

    /// Whether it changes anything at the hub: without that a lost answer costs nothing.
    var changesSomething: Bool {
        switch self {
        case .telemetry, .feedback, .registrations, .readRegistration, .readInstallation: false
        default: true
        }
    }

    /// What the key may or may not do, as words after "may not".
    var verb: String {
        switch self {
        case .send, .testSend, .batch: "send"
        case .schedule: "schedule"
        case .cancel: "take back a scheduled notification"
        case .telemetry: "ask what became of notifications"
        case .feedback: "ask for the push services' feedback"
        case .registrations: "list devices"
        case .readRegistration, .readInstallation: "look at devices"
        case .writeRegistration, .writeInstallation: "register devices"
        }
    }

    /// What it is, as the subject of a sentence.
    var name: String {
        switch self {
        case .send: "sending"
        case .testSend: "a test send"
        case .batch: "sending straight to many devices"
        case .schedule: "a scheduled send"
        case .cancel: "taking back a scheduled send"
        case .telemetry: "telemetry"
        case .feedback: "the feedback container"
        case .registrations: "a list of devices"
        case .readRegistration, .writeRegistration: "a registration"
        case .readInstallation, .writeInstallation: "an installation"
        }
    }

    /// What is not there when the hub answers 404; nil where it can only be the hub itself.
    var thing: String? {
        switch self {
        case .cancel: "scheduled notification"
        case .telemetry: "notification"
        case .readRegistration, .writeRegistration: "registration"
        case .readInstallation, .writeInstallation: "installation"
        default: nil
        }
    }
}
