internal import Settings

extension ScheduledJob {
    private static let stateFolder = "/var/lib/bulletin"

    /// `bulletin.service`: one broadcast, which may do no more than it needs.
    var service: String {
        var lines = [
            "[Unit]",
            "Description=Breaking news from feeds to phones",
            "Documentation=man:bulletin(1)",
            "Wants=network-online.target",
            "After=network-online.target time-sync.target",
        ]
        // Before there is a configuration there is nothing to do, and nothing to complain about.
        if let configuration { lines.append("ConditionPathExists=\(escapedSpecifiers(configuration))") }
        lines += ["", "[Service]", "Type=oneshot"]
        lines.append(
            "ExecStart=\(words(withHubFile: false).map { quotedForSystemd($0, inCommand: true) }.joined(separator: " "))"
        )
        lines.append("User=\(user)")
        if let hubFile { lines.append("LoadCredential=hub-connection-string:\(escapedSpecifiers(hubFile))") }
        lines += [
            "# 1: some feeds or categories failed, 4: another broadcast is running. Both pass by themselves.",
            "SuccessExitStatus=1 4",
            "# A run begins nothing new after \(durationText(deadline)); what hangs long after is ended, and what it sent is known.",
            "TimeoutStartSec=\(deadline + 300)s",
            "TimeoutStopSec=90s",
        ]
        lines += places + systemdHardening(places: files + [program, ledger].compactMap(\.self))
        return lines.joined(separator: "\n") + "\n"
    }

    /// `bulletin.timer`: when the service starts.
    var timer: String {
        """
        [Unit]
        Description=Breaking news every \(durationText(Int64(minutes) * 60))
        Documentation=man:bulletin(1)

        [Timer]
        OnCalendar=\(calendar)
        # Not at the very second at which everybody asks the publishers.
        RandomizedDelaySec=20s
        AccuracySec=1s

        [Install]
        WantedBy=timers.target

        """
    }

    private var calendar: String {
        switch minutes {
        case 1: "*:*"
        case ..<60: "*:0/\(minutes)"
        case 60: "hourly"
        case 1_440: "daily"
        default: "0/\(minutes / 60):00"
        }
    }

    /// Where it may write: its state folder, and what the configuration names elsewhere.
    private var places: [String] {
        var lines = ["StateDirectory=bulletin", "StateDirectoryMode=0750"]
        let ledgerFolder = ledger.map(folder)
        let others = unique([ledgerFolder].compactMap(\.self) + changedFolders).filter { path in
            path != Self.stateFolder && !path.hasPrefix(Self.stateFolder + "/")
        }
        if !others.isEmpty {
            lines.append("ReadWritePaths=\(others.map { quotedForSystemd($0) }.joined(separator: " "))")
        }
        return lines
    }
}

/// What keeps a service to what it needs; `places` are the files that it must reach.
func systemdHardening(places: [String]) -> [String] {
    let needsHome = places.contains { path in ["/home/", "/root/", "/run/user/"].contains { path.hasPrefix($0) } }
    let needsTemporaryFolder = places.contains { $0.hasPrefix("/tmp/") || $0.hasPrefix("/var/tmp/") }
    return [
        "UMask=0077",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "AmbientCapabilities=",
        "ProtectSystem=strict",
        "ProtectHome=\(needsHome ? "read-only" : "yes")",
        "PrivateTmp=\(needsTemporaryFolder ? "no" : "yes")",
        "PrivateDevices=yes",
        "ProtectClock=yes",
        "ProtectControlGroups=yes",
        "ProtectHostname=yes",
        "ProtectKernelLogs=yes",
        "ProtectKernelModules=yes",
        "ProtectKernelTunables=yes",
        "ProtectProc=invisible",
        "# Netlink and Unix sockets are how names of hosts are resolved.",
        "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK",
        "RestrictNamespaces=yes",
        "RestrictRealtime=yes",
        "RestrictSUIDSGID=yes",
        "LockPersonality=yes",
        "MemoryDenyWriteExecute=yes",
        "RemoveIPC=yes",
        "SystemCallArchitectures=native",
        "SystemCallFilter=@system-service",
        "SystemCallErrorNumber=EPERM",
    ]
}

/// A path in a setting that takes one whole line: only `%` means something there.
func escapedSpecifiers(_ text: String) -> String {
    text.replacing("%", with: "%%")
}

/// A word of a command line or of a list (systemd.syntax(7)); in a command line `$` begins a variable.
func quotedForSystemd(_ word: String, inCommand: Bool = false) -> String {
    let text = inCommand ? escapedSpecifiers(word).replacing("$", with: "$$") : escapedSpecifiers(word)
    guard text.contains(where: { " \t;\"'\\".contains($0) }) else { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}
