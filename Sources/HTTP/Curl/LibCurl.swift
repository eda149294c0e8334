internal import CLibCurl
internal import Glibc

/// The library as a whole.
enum LibCurl {
    /// Initialises libcurl once, when the first request is made: a program that only prints its version does not pay.
    static let isReady: Bool = {
        // libcurl turns the letters of an international host name into its ASCII form by the locale's character set;
        // in the C locale it refuses them.
        setlocale(LC_CTYPE, "C.UTF-8")
        keepFreedMemory()
        ignoreBrokenPipes()
        return bulletin_curl_global_init() == CURLE_OK
    }()

    /// OpenSSL writes to sockets in a way that kills the program when the server has closed, and libcurl, told to leave
    /// signals alone, does not prevent it. A handler of the program's own stays.
    private static func ignoreBrokenPipes() {
        var present = sigaction()
        guard sigaction(SIGPIPE, nil, &present) == 0, case .none = present.__sigaction_handler.sa_handler else {
            return
        }
        signal(SIGPIPE, SIG_IGN)
    }

    /// Bodies come and go by the thousand. glibc would give the memory of each back to the system and fetch it again
    /// for the next, page by page: a third of the CPU of a transfer.
    private static func keepFreedMemory() {
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 16 << 20)
    }

    /// One file with the trusted certificates. A folder of them (Debian's default) would make libcurl 7.88 read the
    /// whole store again for each connection, which costs 27 times the CPU of the connection itself.
    static func certificateFile(_ chosen: String?) -> String? {
        if let chosen { return chosen }
        if let named = getenv("SSL_CERT_FILE"), named.pointee != 0 { return String(cString: named) }
        let usual = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
            "/etc/ssl/ca-bundle.pem",
        ]
        return usual.first { access($0, R_OK) == 0 }
    }

    /// Hosts that no proxy is asked for: those the environment names, and loopback, where the local hub answers.
    static func hostsWithoutProxy() -> String {
        let named = getenv("no_proxy") ?? getenv("NO_PROXY")
        let listed = named.map { String(cString: $0) } ?? ""
        if listed == "*" { return listed }
        return (listed.isEmpty ? "" : listed + ",") + "localhost,127.0.0.0/8,::1"
    }
}

/// Seconds of a clock that nobody sets.
func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
