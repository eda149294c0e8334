internal import Glibc
internal import News
internal import Settings

/// The broadcast as something else starts it: in another folder, without this environment, perhaps by another user. All
/// paths are therefore whole ones.
struct ScheduledJob {
    let minutes: Int
    /// The path of this program.
    let program: String
    /// The configuration; nil where there is none.
    let configuration: String?
    /// The hub, where it was typed.
    let hub: String?
    /// The file of the connection string, from the option or the configuration.
    let hubFile: String?
    private let isHubFileTyped: Bool
    /// The ledger, where it is named.
    let ledger: String?
    private let isLedgerTyped: Bool
    let user: String
    /// Folders in which a broadcast changes something beside the ledger.
    let changedFolders: [String]
    /// All files that it reads.
    let files: [String]
    /// Seconds after which a broadcast begins nothing new.
    let deadline: Int64
    private let hasSecretInEnvironment: Bool
    private let hasFeeds: Bool

    init(_ settings: ResolvedSettings, minutes: Int) throws(Failure) {
        let broadcast: ResolvedSettings
        do {
            broadcast = try settings.asBroadcast()
        } catch {
            throw Failure(error)
        }
        self.minutes = minutes
        program = try Self.ownPath()
        configuration = broadcast.configurationPath.map(absolute)
        hub = broadcast.source(of: .hub) == .file(broadcast.configurationPath ?? "") ? nil : broadcast.text(.hub)
        hubFile = broadcast.text(.hubFile).map(absolute)
        isHubFileTyped = broadcast.source(of: .hubFile) == .option
        ledger = broadcast.text(.ledger).map(absolute)
        isLedgerTyped = broadcast.source(of: .ledger) == .option
        user = settings.text(.user) ?? Self.ownName()
        let lists = broadcast.feeds.filter { !$0.contains("://") }.map(absolute)
        let metrics = broadcast.text(.metrics).map { folder(absolute($0)) }
        changedFolders = unique((broadcast.isSet(.updateFeeds) ? lists.map(folder) : []) + [metrics].compactMap(\.self))
        deadline = broadcast.deadline
        files = [configuration, hubFile].compactMap(\.self) + lists
        hasSecretInEnvironment = settings.listedSecrets().first?.place == "BULLETIN_HUB_CONNECTION_STRING"
        hasFeeds = !broadcast.feeds.isEmpty
        // A line end in a path would begin a line of its own in what is printed.
        for text in words(withHubFile: true) + files + changedFolders + [ledger, user].compactMap(\.self)
        where text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw Failure(.usage, "neither crontabs nor units can hold a control character, as in this path: \(text)")
        }
    }

    /// The command line, as words. Under systemd the file of the connection string comes as a credential.
    func words(withHubFile: Bool) -> [String] {
        var words = [program, "broadcast"]
        if let configuration { words += ["--config", configuration] }
        if let hub { words += ["--hub", hub] }
        if let hubFile, isHubFileTyped, withHubFile { words += ["--hub-file", hubFile] }
        if let ledger, isLedgerTyped { words += ["--ledger", ledger] }
        return words
    }

    /// What would not work as it is.
    func warnings(forCron: Bool) -> [String] {
        var warnings: [String] = []
        if !hasFeeds { warnings.append("the configuration names no feeds: such a broadcast ends with 78 (feeds)") }
        if hasSecretInEnvironment {
            warnings.append(
                "the connection string comes from the environment here, which \(forCron ? "cron" : "systemd") does not pass on: "
                    + "put it into a file of mode 600 and name that as hubFile")
        } else if hubFile == nil, hub != "local" {
            warnings.append("no file with the connection string is named: set hubFile in the configuration")
        }
        if !forCron, ledger == nil {
            warnings.append(
                "no ledger is named: the service's will be /var/lib/bulletin/ledger.db, whatever ledger was used by hand"
            )
        }
        return warnings
    }

    static func ownPath() throws(Failure) -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else {
            throw Failure(.cannotWrite, "the path of this program is not known")
        }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func ownName() -> String {
        guard geteuid() != 0, let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else {
            return "bulletin"
        }
        return String(cString: name)
    }
}

/// The same path whatever the working folder.
func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return "\(String(cString: here))/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
}

/// The folder that a path lies in.
func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
}

func unique(_ texts: [String]) -> [String] {
    var found: [String] = []
    for text in texts where !found.contains(text) { found.append(text) }
    return found
}
