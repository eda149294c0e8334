internal import CLibCurl

/// libcurl's multi handle and what belongs to it: connections, names and TLS sessions shared by all transfers.
final class TransferLoop {
    /// What a run asks for.
    struct Job {
        var addresses: [String]
        var limits: TransferLimits
        var plan: TransferPlan
        var isBatch: Bool
    }

    private let multi: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer
    private let watch: SocketWatch
    private let budget: UnsafeMutablePointer<BodyBudget>
    private var context: TransferContext
    private var transfers: [Transfer] = []
    private var idle: [Transfer] = []
    private var running: [Int: Transfer] = [:]
    private var summary = TransferSummary()
    /// Which attempt is under way, for those that are not at their first.
    private var attempts: [Int: Int] = [:]

    /// Nil when libcurl or the system has no memory or descriptors left.
    init?(settings: HTTPClientSettings) {
        guard LibCurl.isReady, let watch = SocketWatch(), let multi = curl_multi_init() else { return nil }
        guard let share = curl_share_init() else {
            curl_multi_cleanup(multi)
            return nil
        }
        self.multi = multi
        self.share = share
        self.watch = watch
        budget = .allocate(capacity: 1)
        budget.initialize(to: BodyBudget())
        context = TransferContext(
            settings: settings, certificateFile: LibCurl.certificateFile(settings.certificateFile),
            hostsWithoutProxy: LibCurl.hostsWithoutProxy(), share: share)
        _ = bulletin_curl_share_tls_sessions(share)
        _ = bulletin_curl_multi_setopt_pointer(multi, CURLMOPT_SOCKETDATA, watch.state)
        _ = bulletin_curl_multi_setopt_socket_function(multi, SocketCallbacks.socket)
        _ = bulletin_curl_multi_setopt_pointer(multi, CURLMOPT_TIMERDATA, watch.state)
        _ = bulletin_curl_multi_setopt_timer_function(multi, SocketCallbacks.timer)
    }

    deinit {
        for transfer in running.values { curl_multi_remove_handle(multi, transfer.handle) }
        running = [:]
        idle = []
        transfers = []
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
        budget.deinitialize(count: 1)
        budget.deallocate()
    }

    /// Runs a job to its end. Each address is reported exactly once, whatever happens to it.
    func run(
        _ job: Job, isCancelled: () -> Bool, request: (Int) -> HTTPRequest,
        asksAgain: (HTTPTransfer, Int) -> Double?, each: (HTTPTransfer) -> Void
    ) -> TransferSummary {
        var schedule = HostSchedule(addresses: job.addresses, plan: job.plan)
        let end = job.plan.runSeconds.map { monotonicSeconds() + $0 } ?? .infinity
        begin(job)
        while true {
            let now = monotonicSeconds()
            if isCancelled() {
                stop(.cancelled, "the run was told to stop", &schedule, each: each)
            } else if now >= end {
                stop(.timedOut, "the time of the whole run was up", &schedule, each: each)
            }
            startTransfers(job, &schedule, at: now, request: request, each: each)
            guard !running.isEmpty || schedule.waiting > 0 else { break }
            turn(until: min(end, schedule.nextWake ?? .infinity, now + 1))
            for transfer in ended() {
                let result = finish(transfer.0, transfer.1, &schedule)
                if !willRepeat(result, &schedule, before: end, asksAgain) { each(result) }
                // Only now is the memory of its body free for others.
                resumePaused()
            }
        }
        return summary
    }

    private func begin(_ job: Job) {
        summary = TransferSummary()
        attempts = [:]
        budget.pointee = BodyBudget(limit: max(1, job.plan.bodyBudgetBytes))
        context.isBatch = job.isBatch
        _ = bulletin_curl_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, max(1, job.plan.sideBySide) + 8)
    }

    // MARK: Starting

    private func startTransfers(
        _ job: Job, _ schedule: inout HostSchedule, at now: Double, request: (Int) -> HTTPRequest,
        each: (HTTPTransfer) -> Void
    ) {
        while running.count < max(1, job.plan.sideBySide), let start = schedule.next(at: now) {
            context.keepsConnection = !job.isBatch || !start.isLastOfHost
            if !begin(start.index, request(start.index), job.limits, at: now) {
                schedule.finished(start.index, at: now)
                let error = TransferError(kind: .notConnected, detail: "no memory left for another transfer")
                each(HTTPTransfer(index: start.index, result: .failure(error)))
            }
        }
        summary.peakTransfers = max(summary.peakTransfers, running.count)
    }

    private func begin(_ index: Int, _ request: HTTPRequest, _ limits: TransferLimits, at now: Double) -> Bool {
        guard let transfer = idle.popLast() ?? newTransfer() else { return false }
        let isReady = transfer.prepare(request, limits: limits, context: context)
        transfer.state.pointee.index = index
        transfer.state.pointee.started = now
        guard isReady, curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            idle.append(transfer)
            return false
        }
        running[transfer.state.pointee.slot] = transfer
        return true
    }

    private func newTransfer() -> Transfer? {
        guard let transfer = Transfer(budget: budget, slot: transfers.count) else { return nil }
        transfers.append(transfer)
        return transfer
    }

    // MARK: Driving

    private func turn(until end: Double) {
        var count = Int32(running.count)
        // First what is due, such as a request that was just begun: it needs no look at the sockets.
        if let deadline = watch.state.pointee.deadline, deadline <= monotonicSeconds() {
            watch.state.pointee.deadline = nil
            curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &count)
        }
        // Those that have ended by it wait for nothing.
        guard count == running.count else { return }
        watch.wait(until: min(end, watch.state.pointee.deadline ?? .infinity)) { socket, bits in
            curl_multi_socket_action(multi, socket, bits, &count)
        }
    }

    // MARK: Ending

    private func ended() -> [(Transfer, CURLcode)] {
        var ended: [(Transfer, CURLcode)] = []
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let code = message.pointee.data.result
            var pointer: UnsafeMutableRawPointer?
            _ = bulletin_curl_getinfo_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &pointer)
            guard let state = pointer?.assumingMemoryBound(to: TransferState.self),
                let transfer = running.removeValue(forKey: state.pointee.slot)
            else { continue }
            ended.append((transfer, code))
        }
        return ended
    }

    private func finish(_ transfer: Transfer, _ code: CURLcode, _ schedule: inout HostSchedule) -> HTTPTransfer {
        let now = monotonicSeconds()
        summary.connections += transfer.state.pointee.long(CURLINFO_NUM_CONNECTS)
        let result = transfer.outcome(code, at: now)
        release(transfer, isAsBefore: code == CURLE_OK && !transfer.state.pointee.wasRepeated)
        schedule.finished(result.index, at: now)
        return result
    }

    private func willRepeat(
        _ result: HTTPTransfer, _ schedule: inout HostSchedule, before end: Double,
        _ asksAgain: (HTTPTransfer, Int) -> Double?
    ) -> Bool {
        let attempt = attempts[result.index] ?? 1
        guard let delay = asksAgain(result, attempt) else { return false }
        let time = monotonicSeconds() + max(0, delay)
        guard time < end, schedule.repeat(result.index, notBefore: time) else { return false }
        attempts[result.index] = attempt + 1
        return true
    }

    private func release(_ transfer: Transfer, isAsBefore: Bool = false) {
        if !isAsBefore { transfer.forgetOptions() }
        summary.peakBodyBytes = max(summary.peakBodyBytes, budget.pointee.peak)
        curl_multi_remove_handle(multi, transfer.handle)
        transfer.state.pointee.reset()
        idle.append(transfer)
    }

    private func resumePaused() {
        for transfer in running.values where transfer.state.pointee.isPaused {
            transfer.state.pointee.isPaused = false
            _ = bulletin_curl_continue(transfer.handle)
        }
    }

    private func stop(
        _ kind: TransferError.Kind, _ detail: String, _ schedule: inout HostSchedule, each: (HTTPTransfer) -> Void
    ) {
        let now = monotonicSeconds()
        let stopped = running.values.sorted { $0.state.pointee.index < $1.state.pointee.index }
        running = [:]
        for transfer in stopped {
            let index = transfer.state.pointee.index
            let error = transfer.error(kind, detail: detail, at: now)
            release(transfer)
            schedule.finished(index, at: now)
            each(HTTPTransfer(index: index, result: .failure(error), elapsed: error.elapsed))
        }
        for index in schedule.removeWaiting() {
            let error = TransferError(kind: kind, detail: detail + " before its turn came")
            each(HTTPTransfer(index: index, result: .failure(error)))
        }
    }
}

extension Transfer {
    /// What came of the transfer; the body is moved out.
    fileprivate func outcome(_ code: CURLcode, at now: Double) -> HTTPTransfer {
        state.pointee.closeRedirect()
        let elapsed = max(0, now - state.pointee.started)
        guard code != CURLE_OK else {
            return HTTPTransfer(
                index: state.pointee.index, result: .success(response()), elapsed: elapsed)
        }
        let error = error(for: code, at: now)
        let hasCome = error.kind == .cutOff && state.pointee.long(CURLINFO_RESPONSE_CODE) > 0
        return HTTPTransfer(
            index: state.pointee.index, result: .failure(error), received: hasCome ? response() : nil, elapsed: elapsed)
    }

    private func response() -> HTTPResponse {
        HTTPResponse(
            status: state.pointee.long(CURLINFO_RESPONSE_CODE), headers: state.pointee.headers.headers(),
            body: state.pointee.takeBody(), address: state.pointee.effectiveAddress,
            redirects: state.pointee.redirects)
    }
}
