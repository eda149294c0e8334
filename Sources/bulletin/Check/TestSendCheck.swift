internal import Broadcasting
internal import News
internal import NotificationHub
internal import Settings
internal import Terminal

/// A test send to those who follow any category: ten devices at most, and nothing is recorded.
struct TestSendCheck {
    private(set) var findings: [CheckFinding] = []
    /// Whether the hub took the test in.
    private(set) var wasTaken = false
    private static let message = "A test of the bulletins: nothing happened"

    init(_ hub: HubAccess, _ settings: ResolvedSettings, _ now: Instant, _ stop: StopSignals) {
        do {
            try settings.checkClock(hubIsOnLoopback: hub.isOnLoopback)
            let categories = settings.categories.isEmpty ? Category.allCases : settings.categories
            let send = HandSend(target: .categories(categories), message: Self.message, isAsTyped: true, mode: .test)
            let prepared = try PreparedHandSend(
                send, style: try settings.bulletinStyle(), targets: try settings.categoryTargets(), now: now,
                expiresAfter: settings.maxAge, collapseID: nil)
            let clock = BudgetClock(seconds: 60)
            let delivery = HubDelivery(
                clients: hub.clients(userAgent: userAgent(settings)),
                edges: DeliveryEdges(
                    wait: { stop.wait(seconds: $0) }, secondsLeft: { clock.secondsLeft },
                    isCancelled: { stop.isPending }))
            let outcome = Broadcasting.sendTest(prepared, delivery: delivery)
            if case .accepted = outcome { wasTaken = true }
            findings = [finding(outcome)]
        } catch let failure as Failure {
            findings = CheckFinding.failed(.hub, "test", failure)
        } catch let error as UsageError {
            findings = CheckFinding.failed(.hub, "test", Failure(error))
        } catch {
            findings = [.failed(.hub, "test", "\(error)", .badConfiguration)]
        }
    }

    private func finding(_ outcome: BroadcastReport.Outcome) -> CheckFinding {
        let name = "test"
        switch outcome {
        case .accepted(let receipt):
            guard let report = receipt.report else {
                return .look(.hub, name, "the hub took the test in, but did not tell what became of it")
            }
            let words = "the test reached \(counted(report.success, "device")), and did not reach \(report.failure)"
            if report.success > 0 { return .ok(.hub, name, words) }
            return .failed(
                .hub, name, report.failure > 0 ? words : "\(words): nobody follows a category yet", .partlyDone)
        case .refused(let refusal):
            return .failed(
                .hub, name, "not sent: \(refusal)", refusal.concern == .key ? .refused : .hubUnavailable)
        case .unknown(let unknown): return .failed(.hub, name, "\(unknown)", .hubUnavailable)
        case .impossible(let error): return .failed(.hub, name, "not sent: \(error)", .badConfiguration)
        case .held: return .failed(.hub, name, "not sent", .hubUnavailable)
        }
    }
}
