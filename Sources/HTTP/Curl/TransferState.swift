internal import CLibCurl
internal import Glibc

/// What libcurl's callbacks read and write of one transfer; they reach it by pointer.
struct TransferState {
    enum Problem: Equatable {
        case bodyTooLarge
        case headersTooLarge
        case privateAddress(String)
        case wouldRepeat
    }

    let handle: UnsafeMutableRawPointer
    let budget: UnsafeMutablePointer<BodyBudget>
    let slot: Int

    var index = 0
    var address = ""
    var started = 0.0
    var maximumBodyBytes = 0
    /// A GET: redirects are followed, and it may be asked again.
    var isRetrieval = false

    /// Bytes that a proxy was sent before the request proper; nil while no connection is up.
    var bytesBeforeRequest: Int?
    /// Requests that were written: one more for each redirect, and for each second try of libcurl's.
    var requests = 0

    var headers = HeaderBlock()
    var body: [UInt8] = []
    var redirects: [HTTPResponse.Redirect] = []
    /// How many redirects were followed when the connection for the request last came up.
    var redirectsAtRequest = 0
    /// A redirect was read whose next answer has not come yet.
    var openRedirect: Int?
    var isPaused = false
    var problem: Problem?

    init(handle: UnsafeMutableRawPointer, budget: UnsafeMutablePointer<BodyBudget>, slot: Int) {
        self.handle = handle
        self.budget = budget
        self.slot = slot
    }

    /// Empties everything for the next transfer.
    mutating func reset() {
        releaseBody()
        bytesBeforeRequest = nil
        requests = 0
        headers.removeAll()
        redirects = []
        redirectsAtRequest = 0
        openRedirect = nil
        isPaused = false
        problem = nil
    }

    /// The body, no longer counted.
    mutating func takeBody() -> [UInt8] {
        let taken = body
        releaseBody()
        return taken
    }

    private mutating func releaseBody() {
        budget.pointee.used -= body.count
        if budget.pointee.leader == slot { budget.pointee.leader = nil }
        body = []
    }

    // MARK: What the callbacks do

    /// Takes a piece of the body; the number of bytes taken, or libcurl's sign for a pause.
    mutating func take(_ piece: UnsafeRawBufferPointer) -> Int {
        guard piece.count <= maximumBodyBytes - body.count else {
            problem = .bodyTooLarge
            return 0
        }
        guard budget.pointee.admits(piece.count, of: slot) else {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        if body.isEmpty { reserveBody(atLeast: piece.count) }
        body.append(contentsOf: piece)
        return piece.count
    }

    /// Takes a header line; the number of bytes taken.
    mutating func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        if HeaderBlock.isStatusLine(line) {
            closeRedirect()
            headers.removeAll()
            releaseBody()
        }
        guard headers.append(line) else {
            problem = .headersTooLarge
            return 0
        }
        if isRetrieval, line.count <= 2 { noteRedirect() }
        return line.count
    }

    /// Notes that a connection is up and that the request is about to be written; false when it must not be. When a kept
    /// connection closes under a request, libcurl asks again by itself, and the first may have been acted upon: nothing
    /// but a GET is written again once a byte of it was handed over.
    mutating func admitsRequest() -> Bool {
        guard isRetrieval || requestBytesSent == 0 else {
            problem = .wouldRepeat
            return false
        }
        closeRedirect()
        // Another address of the host was good enough.
        problem = nil
        requests += 1
        redirectsAtRequest = redirects.count
        if bytesBeforeRequest == nil { bytesBeforeRequest = long(CURLINFO_REQUEST_SIZE) }
        return true
    }

    /// Opens a socket to an address that is not private.
    mutating func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        let length = Int(address.pointee.addrlen)
        guard let target = bulletin_curl_address(address), !isPrivate(target, length: length) else {
            let text = bulletin_curl_address(address).map { numericText($0, length: length) } ?? "unknown"
            problem = .privateAddress(text)
            return CURL_SOCKET_BAD
        }
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    /// Completes the redirect that is open with the address it led to.
    mutating func closeRedirect() {
        guard let status = openRedirect else { return }
        openRedirect = nil
        redirects.append(.init(status: status, address: effectiveAddress))
    }

    private mutating func noteRedirect() {
        let status = long(CURLINFO_RESPONSE_CODE)
        // libcurl follows any of them that has a target.
        guard (300..<400).contains(status),
            headers.headers().contains(where: { $0.isNamed("Location") })
        else { return }
        openRedirect = status
    }

    private mutating func reserveBody(atLeast count: Int) {
        var announced: curl_off_t = -1
        _ = bulletin_curl_getinfo_offset(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced)
        // What a server announces is only a hint, and with a content encoding too small a one.
        body.reserveCapacity(max(count, min(Int(announced), 1 << 20, maximumBodyBytes)))
    }

    /// Whether libcurl wrote a request twice, the connection having ended under the first.
    var wasRepeated: Bool { requests > redirects.count + 1 }

    // MARK: What libcurl tells

    /// The address asked last, without credentials.
    var effectiveAddress: String {
        var address: UnsafePointer<CChar>?
        guard bulletin_curl_getinfo_string(handle, CURLINFO_EFFECTIVE_URL, &address) == CURLE_OK, let address
        else { return "" }
        return withoutCredentials(String(cString: address))
    }

    /// Bytes of the request that were handed to the network, at the least: what leaves in one piece libcurl counts as
    /// request, and its part that is body as upload, too.
    var requestBytesSent: Int {
        guard let bytesBeforeRequest else { return 0 }
        return max(0, long(CURLINFO_REQUEST_SIZE) - bytesBeforeRequest, offset(CURLINFO_SIZE_UPLOAD_T))
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        _ = bulletin_curl_getinfo_long(handle, info, &value)
        return value
    }

    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        _ = bulletin_curl_getinfo_offset(handle, info, &value)
        return Int(value)
    }
}

/// The bytes that all bodies in flight hold together.
struct BodyBudget {
    var limit = Int.max
    var used = 0
    var peak = 0
    /// The one transfer that goes on when the budget is spent; without it all could wait for each other.
    var leader: Int?

    /// Whether a transfer may hold that many bytes more; they are counted if so.
    mutating func admits(_ count: Int, of slot: Int) -> Bool {
        if used + count > limit {
            if leader == nil { leader = slot }
            guard leader == slot else { return false }
        }
        used += count
        peak = max(peak, used)
        return true
    }
}
