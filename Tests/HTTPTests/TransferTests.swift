import HTTP
import TestSupport
import Testing

@Suite struct TransferTests {
    @Test("each of many addresses is reported once with its own answer, and bodies in flight stay within their budget")
    func reportsEachOnce() throws {
        let server = try #require(
            CannedServer { request in
                let number = Int(request.target.dropFirst()) ?? 0
                switch number % 4 {
                case 0: return [.send(.answerBytes(200, ["Content-Length: 100"], [1])), .close]
                case 1: return .answer(404, [], "none")
                default:
                    return .answer(200, ["ETag: \"\(number)\""], Array(repeating: UInt8(number % 251), count: 200_000))
                }
            })
        let addresses = (0..<200).map { "\(server.address)/\($0)" }
        var reports: [Int: Int] = [:]
        let plan = TransferPlan(sideBySide: 8, perHost: 8, bodyBudgetBytes: 300_000)
        let summary = testClient().transfer(addresses, plan: plan, request: { HTTPRequest(address: addresses[$0]) }) {
            done in
            reports[done.index, default: 0] += 1
            switch (done.index % 4, done.result) {
            case (0, .failure(let error)): #expect(error.kind == .cutOff && done.received?.body == [1])
            case (1, .success(let response)): #expect(response.status == 404 && done.received == nil)
            case (2, .success(let response)), (3, .success(let response)):
                #expect(response.body == Array(repeating: UInt8(done.index % 251), count: 200_000))
                #expect(response.header("etag") == "\"\(done.index)\"")
            default: Issue.record("\(done.index): \(done.result)")
            }
        }
        #expect(reports.count == 200 && reports.values.allSatisfy { $0 == 1 })
        // The budget and one whole body: without pauses eight bodies of 200,000 would be held.
        #expect(summary.peakBodyBytes <= 500_000, "\(summary)")
        #expect(summary.peakTransfers == 8)
    }

    @Test("a host sees no more than two requests at a time, and another host does not wait for it")
    func limitsPerHost() throws {
        // The slow host answers once it has two requests and the quick one has answered all of its six.
        let gate = CannedGate()
        let arrived = CannedCounter()
        let arrive: @Sendable () -> Void = { if arrived.next() == 8 { gate.open() } }
        let slow = try #require(
            CannedServer { _ in
                arrive()
                return [.wait(gate)] + .answer(200, [], "slow")
            })
        let quick = try #require(
            CannedServer(host: "127.0.0.2") { _ in
                arrive()
                return .answer(200, [], "quick")
            })
        let addresses = (0..<6).map { "\(slow.address)/\($0)" } + (0..<6).map { "\(quick.address)/\($0)" }
        var ended: [Int] = []
        testClient().transfer(addresses, request: { HTTPRequest(address: addresses[$0]) }) { done in
            #expect((try? done.result.get())?.status == 200)
            ended.append(done.index)
        }
        #expect(ended.sorted() == Array(0..<12))
        #expect(slow.peakOpenRequests == 2 && quick.peakOpenRequests <= 2)
        #expect(slow.connections == 2, "connections to a host with more to ask are kept")
    }

    @Test("the end of the run and a cancellation report everything that runs or waits, once", arguments: [false, true])
    func endsTheRun(byCancelling: Bool) throws {
        let server = try #require(
            CannedServer { request in request.target == "/0" ? .answer(200, [], "") : [.wait(CannedGate())] })
        let addresses = (0..<9).map { "\(server.address)/\($0)" }
        var kinds: [Int: [TransferError.Kind?]] = [:]
        let plan = TransferPlan(runSeconds: byCancelling ? nil : 0.3)
        testClient().transfer(
            addresses, plan: plan, isCancelled: { byCancelling && server.requests.count == 3 },
            request: { HTTPRequest(address: addresses[$0]) }
        ) { kinds[$0.index, default: []].append(failure($0.result)?.kind) }
        #expect(kinds.count == 9)
        #expect(!byCancelling || kinds[0] == [nil])
        #expect((1..<9).allSatisfy { kinds[$0] == [byCancelling ? .cancelled : .timedOut] }, "\(kinds)")
        #expect(server.requests.count <= 3)
    }
}
