internal import Glibc

/// What a file system tells about a file.
public struct FileStatus: Sendable, Equatable {
    /// The user that owns it.
    public var owner: UInt32
    /// The permission bits, such as 0o600.
    public var permissions: UInt32

    /// A status from its parts.
    public init(owner: UInt32, permissions: UInt32) {
        self.owner = owner
        self.permissions = permissions
    }
}

/// Why a file cannot be read.
public struct FileFault: Error, Sendable, Equatable {
    /// There is no such file; for optional files that is no fault.
    public var isMissing: Bool
    /// The system's words.
    public var reason: String

    /// A fault from its parts.
    public init(isMissing: Bool = false, reason: String) {
        self.isMissing = isMissing
        self.reason = reason
    }
}

/// What settings need of the world, as closures, so that tests bring their own.
public struct Surroundings {
    /// An environment variable; nil when it is not set.
    public var variable: (String) -> String?
    /// The content of a file, and its status at the moment it was opened.
    public var read: (String) -> Result<(status: FileStatus, bytes: [UInt8]), FileFault>
    /// The user that runs the program.
    public var user: UInt32

    /// Surroundings from their parts.
    public init(
        variable: @escaping (String) -> String?,
        read: @escaping (String) -> Result<(status: FileStatus, bytes: [UInt8]), FileFault>, user: UInt32
    ) {
        self.variable = variable
        self.read = read
        self.user = user
    }

    /// Those of this process.
    public static var process: Surroundings {
        Surroundings(
            variable: { name in getenv(name).map { String(cString: $0) } }, read: readWholeFile(_:), user: geteuid())
    }

    /// A variable that is set to something: an empty one counts as not set, as the XDG specification asks.
    func setVariable(_ name: String) -> String? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// No settings file is longer; a device or a mistaken path is not read to its end.
private let largestFile = 4 << 20

private func readWholeFile(_ path: String) -> Result<(status: FileStatus, bytes: [UInt8]), FileFault> {
    // Without O_NONBLOCK a named pipe would hold the program until somebody writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return .failure(systemFault()) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return .failure(systemFault()) }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: break
    // A shell's <(command) is a pipe with a writer: that one may take its time.
    case S_IFIFO: _ = fcntl(descriptor, F_SETFL, 0)
    case S_IFDIR: return .failure(FileFault(reason: "is a folder, not a file"))
    default: return .failure(FileFault(reason: "is a device, not a file"))
    }
    let status = FileStatus(owner: facts.st_uid, permissions: facts.st_mode & 0o7777)
    return readAll(descriptor).map { (status, $0) }
}

private func readAll(_ descriptor: Int32) -> Result<[UInt8], FileFault> {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            bytes += buffer[..<count]
            if bytes.count > largestFile { return .failure(FileFault(reason: "is larger than 4 MiB")) }
        } else if count == 0 {
            return .success(bytes)
        } else if errno != EINTR {
            return .failure(systemFault())
        }
    }
}

private func systemFault() -> FileFault {
    let code = errno
    return FileFault(isMissing: code == ENOENT || code == ENOTDIR, reason: String(cString: strerror(code)))
}
