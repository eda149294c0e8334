internal import Settings

/// The app's back end as systemd starts it: everything comes from the configuration, by whole paths.
struct BackendService {
    private let program: String
    private let configuration: String?
    private let hub: String?
    private let hubFile: String?
    private let user: String
    private let files: [String]
    private let state: String?
    private let port: Int
    private let hasUsers: Bool

    private static let stateFolder = "/var/lib/bulletin"

    init(_ settings: ResolvedSettings) throws(Failure) {
        program = try ScheduledJob.ownPath()
        configuration = settings.configurationPath.map(absolute)
        hub = settings.source(of: .hub) == .file(settings.configurationPath ?? "") ? nil : settings.text(.hub)
        hubFile = settings.text(.hubFile).map(absolute)
        user = settings.text(.user) ?? ScheduledJob.ownName()
        state = settings.text(.state).map(absolute)
        port = settings.integer(.port) ?? 7_072
        hasUsers = settings.text(.users) != nil
        files =
            [configuration, hubFile].compactMap(\.self)
            + [OptionName.users, .tlsCertificate, .tlsKey].compactMap { settings.text($0).map(absolute) }
        for text in files + [state, hub, user].compactMap(\.self)
        where text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw Failure(.usage, "units cannot hold a control character, as in this path: \(text)")
        }
    }

    /// What would not work as it is.
    var warnings: [String] {
        var warnings: [String] = []
        if !hasUsers {
            warnings.append("the configuration names no users: such a back end ends with 78 (backend.users)")
        }
        if hubFile == nil {
            warnings.append("no file with the connection string is named: set hubFile in the configuration")
        }
        return warnings
    }

    /// `bulletin-backend.service`.
    var unit: String {
        var command = [program, "backend", "-v"]
        if let configuration { command += ["--config", configuration] }
        if let hub { command += ["--hub", hub] }
        var lines = [
            "[Unit]", "Description=The app's back end: devices of signed-in users", "Documentation=man:bulletin(1)",
            "Wants=network-online.target", "After=network-online.target time-sync.target",
        ]
        if let configuration { lines.append("ConditionPathExists=\(escapedSpecifiers(configuration))") }
        lines += [
            "", "[Service]", "Type=exec",
            "ExecStart=\(command.map { quotedForSystemd($0, inCommand: true) }.joined(separator: " "))",
            "# Reads the file of users and the certificate anew.",
            "ExecReload=/bin/kill -HUP $MAINPID",
            "User=\(user)",
        ]
        if let hubFile { lines.append("LoadCredential=hub-connection-string:\(escapedSpecifiers(hubFile))") }
        lines += [
            "# What is wrong with the configuration or the command line is not mended by another start.",
            "Restart=on-failure", "RestartSec=5s", "RestartPreventExitStatus=64 65 78",
            "# What is being answered is answered first.",
            "TimeoutStopSec=60s", "LimitNOFILE=8192", "StateDirectory=bulletin", "StateDirectoryMode=0750",
        ]
        if let folder = state.map(folder), folder != Self.stateFolder, !folder.hasPrefix(Self.stateFolder + "/") {
            lines.append("ReadWritePaths=\(quotedForSystemd(folder))")
        }
        lines += systemdHardening(places: files + [program, state].compactMap(\.self)).map { line in
            let opensPort = line == "CapabilityBoundingSet=" || line == "AmbientCapabilities="
            // Ports below 1024 are root's otherwise.
            return port > 0 && port < 1_024 && opensPort ? line + "CAP_NET_BIND_SERVICE" : line
        }
        lines += ["", "[Install]", "WantedBy=multi-user.target"]
        return lines.joined(separator: "\n") + "\n"
    }
}
