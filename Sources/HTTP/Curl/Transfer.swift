internal import CLibCurl

/// An easy handle with its state, used for one transfer after the other.
final class Transfer {
    let handle: UnsafeMutableRawPointer
    let state: UnsafeMutablePointer<TransferState>
    let words: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?

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
        curl_slist_free_all(headerList)
        state.deinitialize(count: 1)
        state.deallocate()
        words.deallocate()
    }

    /// Makes the handle ready for a request.
    func prepare(_ request: HTTPRequest, limits: TransferLimits, context: TransferContext) {
        curl_easy_reset(handle)
        state.pointee.reset()
        state.pointee.maximumBodyBytes = limits.maximumBodyBytes
        state.pointee.followsRedirects = request.method == .get && request.body == nil
        state.pointee.address = request.address
        words.pointee = 0
        setSafety()
        setLimits(limits, totalSeconds: request.settings.totalSeconds ?? limits.totalSeconds)
        setContext(context, request.settings)
        setMethod(request)
        setHeaders(request)
        set(CURLOPT_URL, requestAddress(request.address))
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
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_PREREQDATA] {
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

    private func setMethod(_ request: HTTPRequest) {
        guard request.method != .get || request.body != nil else {
            set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            set(CURLOPT_ACCEPT_ENCODING, "")
            set(CURLOPT_FOLLOWLOCATION, 1)
            return
        }
        // When a kept connection closes under a request, libcurl asks again by itself, and the first may have been
        // acted upon. It cannot where the body comes from a function that refuses to start over; a request without a
        // body gets a connection of its own, which is never asked twice.
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        let body = request.body ?? []
        if body.isEmpty { set(CURLOPT_FRESH_CONNECT, 1) }
        if request.body != nil || request.method != .delete {
            state.pointee.upload = body
            set(CURLOPT_POST, 1)
            _ = bulletin_curl_setopt_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            _ = bulletin_curl_setopt_data_function(handle, CURLOPT_READFUNCTION, TransferCallbacks.read)
            _ = bulletin_curl_setopt_seek_function(handle, TransferCallbacks.refuseSeek)
        }
        if request.method != .post { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
    }

    private func setHeaders(_ request: HTTPRequest) {
        curl_slist_free_all(headerList)
        headerList = nil
        for header in request.headers { append(headerLine(header)) }
        if request.method != .get {
            // No `Expect: 100-continue`, and no form type that libcurl would make up.
            append("Expect:")
            if !request.headers.contains(where: { $0.isNamed("Content-Type") }) { append("Content-Type:") }
        }
        _ = bulletin_curl_setopt_list(handle, CURLOPT_HTTPHEADER, headerList)
    }

    private func append(_ line: String) {
        headerList = curl_slist_append(headerList, line) ?? headerList
    }

    private func headerLine(_ header: HTTPHeader) -> String {
        let line = header.value.isEmpty ? header.name + ";" : header.name + ": " + header.value
        guard line.utf8.contains(where: { $0 < 0x20 }) else { return line }
        // A line break in a value would start a header of somebody else's making.
        return String(decoding: line.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
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

/// What a transfer takes from its client and its run.
struct TransferContext {
    var settings: HTTPClientSettings
    var certificateFile: String?
    var hostsWithoutProxy: String
    var share: UnsafeMutableRawPointer?
    /// One of many to many hosts.
    var isBatch = false
    /// Another request to the host may follow.
    var keepsConnection = true
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

    static let read: bulletin_curl_data_function = { data, size, count, context in
        guard let state = context?.assumingMemoryBound(to: TransferState.self) else { return 0 }
        return state.pointee.give(UnsafeMutableRawBufferPointer(start: data, count: size * count))
    }

    static let refuseSeek: curl_seek_callback = { _, _, _ in CURL_SEEKFUNC_FAIL }

    static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let state = context?.assumingMemoryBound(to: TransferState.self), let address else {
            return CURL_SOCKET_BAD
        }
        return state.pointee.openSocket(address)
    }

    static let prerequest: curl_prereq_callback = { context, _, _, _, _ in
        context?.assumingMemoryBound(to: TransferState.self).pointee.noteRequest()
        return CURL_PREREQFUNC_OK
    }
}
