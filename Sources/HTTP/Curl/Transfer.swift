internal import CLibCurl

/// An easy handle with its state, used for one transfer after the other.
final class Transfer {
    let handle: UnsafeMutableRawPointer
    let state: UnsafeMutablePointer<TransferState>
    let words: UnsafeMutablePointer<CChar>
    private var headers = HeaderList()
    private var options: TransferOptions?

    /// Nil when memory is short.
    init?(budget: UnsafeMutablePointer<BodyBudget>, slot: Int) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        state = .allocate(capacity: 1)
        state.initialize(to: TransferState(handle: handle, budget: budget, slot: slot))
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(handle)
        state.deinitialize(count: 1)
        state.deallocate()
        words.deallocate()
    }

    /// Makes the handle ready for a request; false when memory is short.
    func prepare(_ request: HTTPRequest, limits: TransferLimits, context: TransferContext) -> Bool {
        let options = TransferOptions(request, limits: limits, context: context)
        state.pointee.reset()
        state.pointee.maximumBodyBytes = limits.maximumBodyBytes
        state.pointee.isRetrieval = options.isRetrieval
        state.pointee.address = request.address
        words.pointee = 0
        if options != self.options { set(options) }
        setHeaders(request)
        set(CURLOPT_URL, requestAddress(request.address))
        return !options.sendsBody || setBody(request.body ?? [])
    }

    /// Has the next request set all options anew, which resets the handle. After trouble it must be: libcurl counts the
    /// second tries of all requests of a handle together, and from the sixth on makes an error of them.
    func forgetOptions() {
        options = nil
    }

    private func set(_ options: TransferOptions) {
        self.options = options
        curl_easy_reset(handle)
        setSafety()
        setLimits(options.limits, totalSeconds: options.totalSeconds)
        setContext(options.context, options.own)
        setMethod(options)
    }

    private func setSafety() {
        // A look-up that hangs must neither stop the other transfers nor the end of the program.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        _ = bulletin_curl_setopt_pointer(handle, CURLOPT_ERRORBUFFER, words)
        _ = bulletin_curl_setopt_pointer(handle, CURLOPT_PRIVATE, state)
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] {
            _ = bulletin_curl_setopt_pointer(handle, option, state)
        }
        _ = bulletin_curl_setopt_data_function(handle, CURLOPT_WRITEFUNCTION, TransferCallbacks.write)
        _ = bulletin_curl_setopt_data_function(handle, CURLOPT_HEADERFUNCTION, TransferCallbacks.header)
        _ = bulletin_curl_setopt_prerequest_function(handle, TransferCallbacks.prerequest)
    }

    private func setLimits(_ limits: TransferLimits, totalSeconds: Double) {
        set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(limits.connectSeconds))
        set(CURLOPT_TIMEOUT_MS, milliseconds(totalSeconds))
        set(CURLOPT_LOW_SPEED_LIMIT, max(0, limits.slowBytesPerSecond))
        set(CURLOPT_LOW_SPEED_TIME, max(1, milliseconds(limits.slowSeconds) / 1000))
        // An announced length over the limit ends the transfer before its first byte.
        let largest = curl_off_t(max(1, limits.maximumBodyBytes))
        _ = bulletin_curl_setopt_offset(handle, CURLOPT_MAXFILESIZE_LARGE, largest)
        set(CURLOPT_MAXREDIRS, max(0, limits.maximumRedirects))
    }

    private func setContext(_ context: TransferContext, _ own: HTTPRequestSettings) {
        set(CURLOPT_USERAGENT, context.settings.userAgent)
        if let credentials = own.credentials {
            set(CURLOPT_USERNAME, credentials.username)
            set(CURLOPT_PASSWORD, credentials.password)
        }
        if let file = own.certificateFile ?? context.certificateFile {
            for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { set(option, file) }
            for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] {
                _ = bulletin_curl_setopt_string(handle, option, nil)
            }
        }
        switch own.proxy ?? context.settings.proxy {
        case .none: set(CURLOPT_PROXY, "")
        case .environment: set(CURLOPT_NOPROXY, context.hostsWithoutProxy)
        case .address(let address):
            set(CURLOPT_PROXY, address)
            set(CURLOPT_NOPROXY, context.hostsWithoutProxy)
        }
        if context.settings.refusesPrivateAddresses {
            _ = bulletin_curl_setopt_pointer(handle, CURLOPT_OPENSOCKETDATA, state)
            _ = bulletin_curl_setopt_open_socket_function(handle, TransferCallbacks.openSocket)
        }
        _ = bulletin_curl_setopt_pointer(handle, CURLOPT_SHARE, context.share)
        // Names of a run stay known to its end, which spares a walk over all of them at each look-up; a client that
        // lives for days must see a name change.
        set(CURLOPT_DNS_CACHE_TIMEOUT, context.isBatch ? -1 : 60)
        set(CURLOPT_FORBID_REUSE, context.keepsConnection ? 0 : 1)
    }

    private func setMethod(_ options: TransferOptions) {
        guard !options.isRetrieval else {
            set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            set(CURLOPT_ACCEPT_ENCODING, "")
            set(CURLOPT_FOLLOWLOCATION, 1)
            return
        }
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        if options.method != .post { set(CURLOPT_CUSTOMREQUEST, options.method.rawValue) }
    }

    /// Gives the body to libcurl, which then sends it in one piece with the head. From a function that hands it over on
    /// demand it would go apart, and wake the server twice: a third of the CPU of a small request.
    private func setBody(_ body: [UInt8]) -> Bool {
        _ = bulletin_curl_setopt_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        return body.withUnsafeBytes {
            bulletin_curl_setopt_bytes(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) == CURLE_OK
        }
    }

    private func setHeaders(_ request: HTTPRequest) {
        let list = headers.list(of: request.headers, and: linesAgainstDefaults(of: request))
        _ = bulletin_curl_setopt_list(handle, CURLOPT_HTTPHEADER, list)
    }

    /// No `Expect: 100-continue`, and no form type that libcurl would make up.
    private func linesAgainstDefaults(of request: HTTPRequest) -> [String] {
        guard request.method != .get else { return [] }
        return request.headers.contains { $0.isNamed("Content-Type") } ? ["Expect:"] : ["Expect:", "Content-Type:"]
    }

    private func milliseconds(_ seconds: Double) -> Int {
        Int(min(max(seconds, 0.001), 1e6) * 1000)
    }

    private func set(_ option: CURLoption, _ value: Int) {
        _ = bulletin_curl_setopt_long(handle, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        _ = bulletin_curl_setopt_string(handle, option, value)
    }
}

/// libcurl's calls back into ``TransferState``. They are formed here, in an ordinary type, and capture nothing.
private enum TransferCallbacks {
    static let write: bulletin_curl_data_function = { data, size, count, context in
        guard let state = context?.assumingMemoryBound(to: TransferState.self), size * count > 0 else { return 0 }
        return state.pointee.take(UnsafeRawBufferPointer(start: data, count: size * count))
    }

    static let header: bulletin_curl_data_function = { data, size, count, context in
        guard let state = context?.assumingMemoryBound(to: TransferState.self) else { return 0 }
        return state.pointee.takeHeader(UnsafeRawBufferPointer(start: data, count: size * count))
    }

    static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let state = context?.assumingMemoryBound(to: TransferState.self), let address else {
            return CURL_SOCKET_BAD
        }
        return state.pointee.openSocket(address)
    }

    static let prerequest: curl_prereq_callback = { context, _, _, _, _ in
        guard let state = context?.assumingMemoryBound(to: TransferState.self) else { return CURL_PREREQFUNC_ABORT }
        return state.pointee.admitsRequest() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
}
