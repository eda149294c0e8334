internal import Feeds
internal import Fetching
internal import Glibc
internal import HTTP
internal import News
internal import Settings

/// The feeds that a command line names.
struct NamedFeeds {
    /// In the order of the command line, then those of `--files-from`.
    private(set) var feeds: [Feed] = []
    /// Whether they are several by their nature, even if there is one: what is printed is a list.
    private(set) var areListed: Bool

    private static let largestList = 64 << 20

    /// Reads the names: files, addresses, feed lists in either, a dash for standard input.
    init(_ context: CommandContext) throws(Failure) {
        let settings = context.settings
        let operands = settings.command.operands.map(\.text)
        areListed = operands.count > 1
        for name in operands {
            if try NamedFeeds.isFeedList(name) { try takeList(name, context) } else { try take(name, fault: .usage) }
        }
        if let list = settings.text(.filesFrom) {
            areListed = true
            // One feed a line, and thousands of lines: none is looked into before its turn.
            for name in try NamedFeeds.names(in: list) { try take(name, fault: .badInput) }
        } else if operands.isEmpty {
            throw Failure(.missingOperand(command: .items, needed: CommandTable.items.operands.needed))
        }
    }

    private mutating func take(_ name: String, fault: ExitCode) throws(Failure) {
        try NamedFeeds.check(name, fault: fault)
        feeds.append(Feed(location: NamedFeeds.isAddress(name) ? .address(name) : .file(NamedFeeds.path(name))))
    }

    private mutating func takeList(_ name: String, _ context: CommandContext) throws(Failure) {
        areListed = true
        do {
            let client = HTTPClient(settings: HTTPClientSettings(userAgent: userAgent(context.settings)))
            feeds += try FeedListLoader(client: client, limits: context.settings.transferLimits).load(name)
        } catch {
            throw Failure(.badInput, error.description)
        }
    }

    private static func check(_ name: String, fault: ExitCode) throws(Failure) {
        do {
            _ = try ValueKind.source.value(from: name)
        } catch {
            throw Failure(fault, UsageError.badOperand(value: name, fault: error).message)
        }
    }

    private static func isAddress(_ name: String) -> Bool { name.contains("://") }

    private static func names(in list: String) throws(Failure) -> [String] {
        do {
            let bytes = try contents(of: path(list), limit: largestList)
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        } catch {
            throw Failure(.badInput, "\(list): \(error.reason)")
        }
    }

    private static func path(_ name: String) -> String {
        name == "-" ? "/dev/stdin" : name
    }

    /// Whether there is a feed list behind a name: an address that says so, or a file that begins so. Nothing but plain
    /// files is looked into, as what is read from a pipe is gone.
    private static func isFeedList(_ name: String) throws(Failure) -> Bool {
        try check(name, fault: .usage)
        if isAddress(name) { return name.lowercased().hasSuffix(".opml") }
        let descriptor = open(path(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        return BodyKind(of: buffer.prefix(max(0, count))) == .feedList
    }
}
