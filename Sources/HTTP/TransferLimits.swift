/// What one transfer may cost before it is given up.
public struct TransferLimits: Sendable, Hashable {
    /// Seconds until the connection (look-up, TCP, proxy and TLS) has to be up.
    public var connectSeconds: Double
    /// Seconds for the whole transfer, redirects included.
    public var totalSeconds: Double
    /// Bytes per second under which a transfer counts as slow; 0 turns the check off.
    public var slowBytesPerSecond: Int
    /// Seconds that a transfer may stay slow.
    public var slowSeconds: Double
    /// Largest body in bytes, counted after content encodings were undone: a decompression bomb ends here.
    public var maximumBodyBytes: Int
    /// Redirects that are followed, for GET alone.
    public var maximumRedirects: Int

    /// Limits from their parts; the defaults are the ones for feeds.
    public init(
        connectSeconds: Double = 10, totalSeconds: Double = 30, slowBytesPerSecond: Int = 30, slowSeconds: Double = 15,
        maximumBodyBytes: Int = 16 << 20, maximumRedirects: Int = 10
    ) {
        self.connectSeconds = connectSeconds
        self.totalSeconds = totalSeconds
        self.slowBytesPerSecond = slowBytesPerSecond
        self.slowSeconds = slowSeconds
        self.maximumBodyBytes = maximumBodyBytes
        self.maximumRedirects = maximumRedirects
    }
}

/// How many transfers run side by side.
public struct TransferPlan: Sendable, Hashable {
    /// Transfers at a time.
    public var sideBySide: Int
    /// Transfers at a time to one host.
    public var perHost: Int
    /// Least seconds between the starts of two transfers to one host.
    public var hostGapSeconds: Double
    /// Bytes that all bodies in flight may hold together. Above it all transfers but one pause, so that no more than
    /// this and one largest body are ever held.
    public var bodyBudgetBytes: Int
    /// Seconds after which everything still running or waiting is given up; nil sets no end.
    public var runSeconds: Double?

    /// A plan from its parts.
    public init(
        sideBySide: Int = 16, perHost: Int = 2, hostGapSeconds: Double = 0, bodyBudgetBytes: Int = 32 << 20,
        runSeconds: Double? = nil
    ) {
        self.sideBySide = sideBySide
        self.perHost = perHost
        self.hostGapSeconds = hostGapSeconds
        self.bodyBudgetBytes = bodyBudgetBytes
        self.runSeconds = runSeconds
    }
}

/// One of many transfers, finished one way or the other.
public struct HTTPTransfer: Sendable {
    /// The place of its address in the list that was asked for.
    public var index: Int
    /// The answer, or why there is none.
    public var result: HTTPResult
    /// What had come when the connection was cut: some servers announce more bytes than they have.
    public var received: HTTPResponse?
    /// Seconds from its start to its end.
    public var elapsed: Double

    /// A transfer from its parts.
    public init(index: Int, result: HTTPResult, received: HTTPResponse? = nil, elapsed: Double = 0) {
        self.index = index
        self.result = result
        self.received = received
        self.elapsed = elapsed
    }
}

/// Totals of a run of many transfers.
public struct TransferSummary: Sendable, Hashable {
    /// Most bytes of bodies that were held at one time.
    public var peakBodyBytes = 0
    /// Most transfers that ran at one time.
    public var peakTransfers = 0
    /// Connections that were made.
    public var connections = 0
}
