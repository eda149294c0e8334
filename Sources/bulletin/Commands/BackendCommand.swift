internal import AppBackend
internal import Bulletins
internal import Glibc
internal import HTTPServer
internal import HubLanguage
internal import JSON
internal import News
internal import Settings
internal import Terminal

/// `bulletin backend`.
struct BackendCommand {
    private let context: CommandContext
    private var settings: ResolvedSettings { context.settings }

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        // Before the threads start: they inherit the mask, so that the signals are left for this thread.
        let signals = ServerSignals()
        raiseDescriptorLimit()
        let lines = LineQueue()
        let access = try HubAccess.open(settings, isPreview: false)
        let backend = try start(access, lines)
        context.output.write(welcome(backend))
        context.output.flush()
        tell(lines)
        while true {
            switch signals.wait(milliseconds: 100) {
            case .stop?:
                backend.stop()
                tell(lines)
                return .done
            case .reload?: reload(backend)
            case nil: backend.tidy()
            }
            tell(lines)
        }
    }

    private func start(_ access: HubAccess, _ lines: LineQueue) throws(Failure) -> AppBackend {
        var configuration = AppBackendConfiguration(
            users: try users(), stateFile: try stateFile(), tags: try tagRules(),
            notifying: NotifyRules(bySender: settings.lists(.mayNotify)),
            ways: try access.ways(settings), clock: { .now })
        configuration.address = settings.text(.listen) ?? configuration.address
        configuration.port = UInt16(clamping: settings.integer(.port) ?? 0)
        configuration.identity = try tlsIdentity(settings)
        configuration.movesDevices = settings.text(.sharedDevices) == "move"
        configuration.templates = Dictionary(
            try settings.payloadBudgets().map { ($0.platform, $0.template.body) }, uniquingKeysWith: { $1 })
        configuration.requestSeconds = Int(settings.requestTimeout)
        configuration.isProxied = settings.isSet(.proxied)
        configuration.onTrouble = { lines.add(.warning, $0) }
        if settings.verbosity > 0 { configuration.onAccess = { lines.add(.info, $0.line) } }
        do {
            return try AppBackend(configuration)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: AppBackendError) -> Failure {
        switch error {
        case .notAnAddress: Failure(.usage, "--listen: \(error)")
        case .noCertificate: Failure(.usage, "\(error): --tls-certificate FILE and --tls-key FILE")
        case .demoUsers: Failure(.usage, "\(error)")
        case .certificate, .state: Failure(.badInput, "\(error)")
        default: Failure(.hubUnavailable, "\(error)")
        }
    }

    private func users() throws(Failure) -> UserSource {
        let file = settings.text(.users)
        if settings.isSet(.demoUsers) {
            guard settings.source(of: .users) != .option else {
                throw Failure(.usage, "--demo-users and --users exclude each other")
            }
            context.log.write(
                .warning, "demo users: whoever reaches this machine's loopback address may sign in as anybody")
            return .demo
        }
        guard let file else {
            throw Failure(
                .badConfiguration,
                "nobody could sign in: name a file of users with --users FILE (htpasswd -B makes it), or try it with --demo-users"
            )
        }
        return .file(try usersFile(file))
    }

    private func usersFile(_ path: String) throws(Failure) -> UsersFile {
        do {
            return try UsersFile(try settings.protectedFile(path))
        } catch let error as UsersFileError {
            throw Failure(.badInput, "\(path): \(error)")
        } catch let error as ConfigurationError {
            throw Failure(error)
        } catch {
            throw Failure(.badInput, "\(path): cannot be used")
        }
    }

    private func stateFile() throws(Failure) -> String {
        do {
            let path = try settings.statePath(named: "backend.db")
            if settings.text(.state) == nil { makeFolders(of: path) }
            return path
        } catch {
            throw Failure(error)
        }
    }

    /// The tags that phones register for the categories; what is sent to an expression is no single device's tag.
    private func tagRules() throws(Failure) -> TagRules {
        let tags = Category.allCases.compactMap { settings.tags[$0] }
        let apart = settings.languagesApart.flatMap { language in
            tags.map { tag in
                (settings.text(.languageTag) ?? "{category}_{language}").replacing("{category}", with: tag)
                    .replacing("{language}", with: language.text)
            }
        }
        let lists = settings.lists(.userTags)
        for (name, _) in lists + settings.lists(.mayNotify) where name != "default" && UserName(name) == nil {
            throw Failure(.badConfiguration, "backend: \(name) is no user's name: letters, digits and _ @ # . -")
        }
        return TagRules(categoryTags: tags + apart, byUser: lists)
    }

    /// What cannot be read anew stays as it was.
    private func reload(_ backend: AppBackend) {
        do throws(Failure) {
            if !settings.isSet(.demoUsers), let file = settings.text(.users) {
                backend.renew(users: try usersFile(file))
            }
            if let identity = try tlsIdentity(settings) {
                do {
                    try backend.renew(identity: identity)
                } catch {
                    throw failure(error)
                }
            }
            context.log.write(.info, "users and certificate are read anew")
        } catch {
            for message in error.messages { context.log.write(.error, "\(message); what was read before still holds") }
        }
    }

    private func tell(_ lines: LineQueue) {
        for (level, line) in lines.take() { context.log.write(level, line) }
    }

    private func welcome(_ backend: AppBackend) -> String {
        let listen = settings.text(.listen) ?? ""
        let host = listen.contains(":") ? "[\(listen)]" : listen
        let address = "\(settings.text(.tlsCertificate) == nil ? "http" : "https")://\(host):\(backend.port)/"
        guard settings.text(.format) == "json" else {
            return "The app's back end listens on \(address) until it is interrupted.\n"
        }
        let value: JSONValue = ["address": .string(address), "port": .integer(Int64(backend.port))]
        return value.text() + "\n"
    }
}

/// The certificate and the key of what listens; nil where neither is named.
func tlsIdentity(_ settings: ResolvedSettings) throws(Failure) -> TLSIdentity? {
    func text(of path: String) throws(Failure) -> String {
        do {
            return String(decoding: try contents(of: path, limit: 1 << 20), as: UTF8.self)
        } catch {
            throw Failure(.badInput, "\(path): \(error.reason)")
        }
    }
    switch (settings.text(.tlsCertificate), settings.text(.tlsKey)) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
        let identity = TLSIdentity(certificate: try text(of: certificate), key: try text(of: key))
        if let fault = identity.fault {
            throw Failure(.badInput, "\(fault == .noCertificate ? certificate : key): \(fault.words)")
        }
        return identity
    default: throw Failure(.usage, "--tls-certificate and --tls-key need each other")
    }
}

/// The folders that a file is to lie in; what cannot be made is told when the file cannot be.
func makeFolders(of path: String) {
    var made = ""
    for part in folder(path).split(separator: "/") {
        made += "/\(part)"
        mkdir(made, 0o700)
    }
}

/// A thousand clients and the connections to the hub take more descriptors than shells allow at first.
private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < 8_192 else { return }
    limit.rlim_cur = min(8_192, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

extension AccessRecord {
    /// `192.0.2.7 anna PUT /api/register/12-34-1 200 3 ms`
    fileprivate var line: String {
        "\(address.isEmpty ? "-" : address) \(user ?? "-") \(method) \(path) \(status) \(milliseconds) ms"
    }
}
