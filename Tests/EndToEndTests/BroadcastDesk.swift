import Glibc
import HubEmulator
import HubLanguage
import News
import TestSupport

/// A newsroom's desk for one test: a folder with its feeds, ledger and configuration, and a hub on the loopback address
/// with one phone for each category and one that follows none of them.
struct Desk {
    let folder: TemporaryFolder
    let hub: DeskHub
    var program: Program

    /// Runs a test at a desk of its own.
    static func open(
        devices: [DeviceSetup] = Desk.phones, tier: HubTier = .standard, hubTime: String? = nil,
        _ body: (Desk) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            var configuration = HubEmulatorConfiguration()
            configuration.devices = devices
            configuration.tier = tier
            if let instant = hubTime.flatMap({ Instant($0) }) {
                configuration.clock = { instant }
                // Tokens are made by the real clock, which may be before or after.
                configuration.clockSkewAllowance = 1 << 40
            }
            let hub = try HubEmulator(configuration: configuration)
            defer { hub.stop() }
            let environment = [
                "BULLETIN_HUB_CONNECTION_STRING": hub.connectionString, "XDG_STATE_HOME": folder.path, "TZ": "UTC",
                "COLUMNS": "100",
            ]
            try await body(
                Desk(
                    folder: folder, hub: DeskHub(emulator: hub),
                    program: Program(environment: environment, workingFolder: folder.path)))
        }
    }

    static let phones = (Category.allCases.map(\.rawValue) + ["Weather"]).map { tag in
        DeviceSetup(name: tag, platform: .fcmV1, handle: "phone-\(tag)", tags: [tag])
    }

    /// The sample feeds of the repository.
    static let samples = HubFixtures.path("../../feeds/sample/newsroom.opml", beside: #filePath)

    /// Runs one command line at that time of the day.
    func run(_ line: String, _ more: String..., at time: String = "10:00") async throws -> Program.Outcome {
        try await program.run(words(line) + more + ["--now", "2026-11-30T\(time):00Z"])
    }

    /// Writes a feed, and gives its name.
    @discardableResult
    func write(_ name: String, _ titles: String...) throws -> String {
        try folder.write(name, rss(name, titles))
        return name
    }

    /// Writes a feed list: locations by category.
    @discardableResult
    func writeList(_ feeds: (category: Category, location: String)..., named name: String = "list.opml") throws
        -> String
    {
        let outlines = feeds.map { category, location in
            "<outline text=\"\(category.rawValue) desk\" category=\"/\(category.rawValue)\" xmlUrl=\"\(location)\"/>"
        }
        try folder.write(name, "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>")
        return name
    }

    /// What is on the screen of that phone, the oldest first.
    func screen(_ phone: String) -> [String] {
        hub.devices().first { $0.name == phone }?.lockScreen.map(\.text) ?? ["no such phone"]
    }

    /// Everything in the folder: names, modes, times of change and bytes.
    func everything() throws -> [String] {
        var lines: [String] = []
        var folders = [folder.path]
        while let path = folders.popLast() {
            guard let open = opendir(path) else { continue }
            defer { closedir(open) }
            while let entry = readdir(open) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                var facts = stat()
                guard name != ".", name != "..", lstat("\(path)/\(name)", &facts) == 0 else { continue }
                let isFolder = facts.st_mode & S_IFMT == S_IFDIR
                if isFolder { folders.append("\(path)/\(name)") }
                let bytes = isFolder ? [] : readFile("\(path)/\(name)") ?? []
                let time = facts.st_mtim
                lines.append("\(path)/\(name) \(facts.st_mode) \(time.tv_sec).\(time.tv_nsec) \(bytes.hashValue)")
            }
        }
        return lines.sorted()
    }
}

/// An RSS feed with items of these titles (as XML), the first one the newest.
func rss(_ name: String, _ titles: [String]) -> String {
    let items = titles.enumerated().map { place, title in
        """
        <item><title>\(title)</title><link>https://news.example/\(name)/\(titles.count - place)</link>
        <guid isPermaLink="false">\(name)-\(titles.count - place)</guid>
        <pubDate>Mon, 30 Nov 2026 09:\(10 + titles.count - place):00 GMT</pubDate></item>
        """
    }
    return "<rss version=\"2.0\"><channel><title>\(name)</title>\n\(items.joined(separator: "\n"))\n</channel></rss>"
}

/// The hub of a desk. Broadcasts also ask it what became of earlier notifications; those questions are counted apart.
struct DeskHub {
    let emulator: HubEmulator

    var connectionString: String { emulator.connectionString }
    var port: Int { Int(emulator.port) }

    /// The requests that send.
    func requests() -> [LoggedRequest] { emulator.requests().filter { $0.method == "POST" } }
    /// The questions for telemetry.
    func questions() -> [LoggedRequest] { emulator.requests().filter { $0.method == "GET" } }
    func notifications() -> [EmulatedNotification] { emulator.notifications() }
    func devices() -> [EmulatedDevice] { emulator.devices() }
    func inject(_ fault: Fault) { emulator.inject(fault) }
    func clearFaults() { emulator.clearFaults() }
}

extension Program.Outcome {
    /// The lines of standard error.
    var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }
}

/// A port of the loopback address on which nobody listens, for as long as this lives.
final class ClosedPort {
    let number: Int
    private let descriptor: Int32

    init?() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard status == 0 else { return nil }
    }

    deinit { close(descriptor) }
}
