/// All that libcurl is told of a request but its address, headers and body: mostly the same as of the one before, and
/// then it is not told again.
struct TransferOptions: Equatable {
    var method: HTTPRequest.Method
    var sendsBody: Bool
    var own: HTTPRequestSettings
    var limits: TransferLimits
    var context: TransferContext

    init(_ request: HTTPRequest, limits: TransferLimits, context: TransferContext) {
        method = request.method
        // Methods that bring something say so where it is nothing, too: `Content-Length: 0`.
        sendsBody = request.body != nil || request.method != .get && request.method != .delete
        own = request.settings
        self.limits = limits
        self.context = context
    }

    /// A GET: redirects are followed, and it may be asked again.
    var isRetrieval: Bool { method == .get && !sendsBody }

    var totalSeconds: Double { own.totalSeconds ?? limits.totalSeconds }
}

/// What a transfer takes from its client and its run.
struct TransferContext: Equatable {
    var settings: HTTPClientSettings
    var certificateFile: String?
    var hostsWithoutProxy: String
    var share: UnsafeMutableRawPointer?
    /// One of many to many hosts.
    var isBatch = false
    /// Another request to the host may follow.
    var keepsConnection = true
}
