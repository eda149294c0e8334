public import HTTPServer
public import HubLanguage
public import News

/// How a back end is set up.
public struct AppBackendConfiguration: Sendable {
    /// The address to listen on, in numbers. Others than those of this machine alone need an ``identity``.
    public var address = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port: UInt16 = 0
    /// With it the server speaks TLS.
    public var identity: TLSIdentity?
    /// Who may sign in.
    public var users: UserSource
    /// The file that keeps to whom ids were given.
    public var stateFile: String
    /// Who may set which tags.
    public var tags: TagRules
    /// Who may notify whom.
    public var notifying: NotifyRules
    /// Whether a device belongs to whoever signed in on it last; else what another user registered for it stays.
    public var movesDevices = false
    /// Bodies of templates in the place of the platforms' usual ones.
    public var templates: [Platform: String] = [:]
    /// Seconds that a client may take for a request.
    public var requestSeconds = 20
    /// Whether clients come through a proxy on this machine, which tells their addresses in `X-Forwarded-For`.
    public var isProxied = false
    /// How many requests the hub is asked at the same time.
    public var workers = 16
    /// The ways to the hub for one worker, made on its thread.
    public var ways: @Sendable () -> HubWays
    /// The clock.
    public var clock: @Sendable () -> Instant
    /// Told of each request when it was answered.
    public var onAccess: (@Sendable (AccessRecord) -> Void)?
    /// Told of what needs the operator.
    public var onTrouble: (@Sendable (String) -> Void)?

    /// A back end on a free port of the loopback address.
    public init(
        users: UserSource, stateFile: String, tags: TagRules, notifying: NotifyRules,
        ways: @escaping @Sendable () -> HubWays, clock: @escaping @Sendable () -> Instant
    ) {
        self.users = users
        self.stateFile = stateFile
        self.tags = tags
        self.notifying = notifying
        self.ways = ways
        self.clock = clock
    }
}

/// A request as the access log tells it: without handles, texts, credentials, or anything else that its sender put there.
public struct AccessRecord: Sendable, Hashable {
    /// When it was answered.
    public var time: Instant
    /// Where it came from, in numbers.
    public var address: String
    /// Who was signed in; nil for nobody. A name that failed is not told: it may be a password, typed into the wrong field.
    public var user: String?
    /// The method, where it is a usual one.
    public var method: String
    /// The path without the query.
    public var path: String
    /// The status that was answered.
    public var status: Int
    /// How long it took.
    public var milliseconds: Int64
}

/// Why a back end cannot start or be renewed.
public enum AppBackendError: Error, Sendable, Equatable, CustomStringConvertible {
    /// libcrypto gave no random bytes.
    case noRandomness
    /// The port cannot be listened on.
    case port(UInt16)
    /// What should be an address is none.
    case notAnAddress(String)
    /// The address cannot be listened on.
    case address(String, reason: String)
    /// The address can be reached by others, and there is no certificate.
    case noCertificate(address: String)
    /// The address can be reached by others, and everybody would be let in.
    case demoUsers(address: String)
    /// The certificate or its key cannot be used.
    case certificate(CertificateFault)
    /// The system gives no threads.
    case noThreads
    /// The file that keeps to whom ids were given cannot be used.
    case state(file: String, reason: String)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .noRandomness: "the back end cannot start: libcrypto has no random bytes"
        case .port(let port):
            "the back end cannot listen on port \(port): another program may hold the port; port 0 takes a free one"
        case .notAnAddress(let text):
            "\"\(text.prefix(60))\" is no address in numbers, such as 127.0.0.1 or ::1"
        case .address(let address, let reason): "the back end cannot listen on \(address.prefix(60)): \(reason)"
        case .noCertificate(let address):
            "the back end listens on \(address), which others can reach, with TLS alone: it needs a certificate and its key"
        case .demoUsers(let address):
            "demo users are for this machine alone, and \(address) can be reached by others: name a file of users"
        case .certificate(let fault): "the back end cannot speak TLS: \(fault.words)"
        case .noThreads: "the back end cannot start its threads"
        case .state(let file, let reason): "the back end cannot keep its state in \(file): \(reason)"
        }
    }
}
