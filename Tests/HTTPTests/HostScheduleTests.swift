import Testing

@testable import HTTP

@Suite struct HostScheduleTests {
    @Test("two at a time per host, in list order, the hosts in turn; a hundred thousand cost as many steps")
    func limitsHosts() {
        let addresses = ["http://a/1", "http://A:80/2", "http://u:p@a/3", "http://b/1", "https://a/4", "http://b/2"]
        var schedule = HostSchedule(addresses: addresses, plan: TransferPlan(perHost: 2))
        var started: [Int] = []
        while let start = schedule.next(at: 0) { started.append(start.index) }
        #expect(started == [0, 3, 1, 5])
        schedule.finished(3, at: 1)
        #expect(schedule.next(at: 1) == nil)
        schedule.finished(1, at: 1)
        #expect(schedule.next(at: 1) == .init(index: 2, isLastOfHost: false))
        #expect(schedule.next(at: 1) == nil && schedule.waiting == 1)
        #expect(schedule.removeWaiting() == [4] && schedule.waiting == 0)
        let many = (0..<100_000).map { "http://host\($0 % 50_000).example/\($0)" }
        schedule = HostSchedule(addresses: many, plan: TransferPlan(perHost: 1))
        var isLast: [Bool] = []
        while let start = schedule.next(at: 0) {
            isLast.append(start.isLastOfHost)
            schedule.finished(start.index, at: 0)
        }
        #expect(isLast.count == 100_000 && isLast.filter { $0 }.count == 50_000)
    }

    @Test("the gap between two starts at a host is kept, and known ahead")
    func keepsGaps() {
        let addresses = ["http://a/1", "http://a/2", "http://a/3", "http://b/1", "http://b/2"]
        var schedule = HostSchedule(addresses: addresses, plan: TransferPlan(perHost: 2, hostGapSeconds: 5))
        var starts: [Int: Double] = [:]
        var now = 100.0
        for _ in 0..<20 where schedule.waiting > 0 {
            while let start = schedule.next(at: now) {
                starts[start.index] = now
                schedule.finished(start.index, at: now + 0.5)
            }
            now = schedule.nextWake ?? now
        }
        #expect(starts == [0: 100, 3: 100, 1: 105, 4: 105, 2: 110])
        // What is asked again waits for its own time and for its host's.
        for (index, time) in [(4, 140.0), (0, 120.0), (1, 121.0)] {
            let isTaken = schedule.repeat(index, notBefore: time)
            #expect(isTaken)
        }
        #expect(schedule.waiting == 3 && schedule.nextWake == 120 && schedule.next(at: 119) == nil)
        #expect(schedule.next(at: 122)?.index == 0 && schedule.next(at: 122) == nil && schedule.nextWake == 127)
        #expect(schedule.next(at: 127)?.index == 1 && schedule.removeWaiting() == [4] && schedule.waiting == 0)
    }

    @Test("header lines of every kind are read, and what they say about time")
    func readsHeaders() {
        let lines = [
            "HTTP/1.1 200 OK: fine\r\n", "ETag:\"a\"\r\n", "X-Long: one\r\n", "\t two \r\n", "no colon\r\n", "Empty:\n",
            "\r\n",
        ]
        var block = HeaderBlock()
        for line in lines { #expect(Array(line.utf8).withUnsafeBytes { block.append($0) }) }
        #expect(
            block.headers() == [HTTPHeader("ETag", "\"a\""), HTTPHeader("X-Long", "one two"), HTTPHeader("Empty", "")])
        let rows: [(headers: [HTTPHeader], fresh: Int64?, server: Int64?)] = [
            ([], nil, nil),
            ([HTTPHeader("cache-control", "public, Max-Age=600")], 600, nil),
            ([HTTPHeader("Cache-Control", "max-age=\"60\" , s-maxage=5")], 60, nil),
            ([HTTPHeader("Cache-Control", "max-age=600"), HTTPHeader("Age", "200")], 400, nil),
            ([HTTPHeader("Cache-Control", "max-age=600"), HTTPHeader("Age", "9000")], 0, nil),
            ([HTTPHeader("Cache-Control", "max-age=600, no-cache")], 0, nil),
            ([HTTPHeader("Cache-Control", "private"), HTTPHeader("Cache-Control", "no-store")], 0, nil),
            ([HTTPHeader("Cache-Control", "max-age, max-age=, max-age=x, max-age=-5")], 0, nil),
            ([HTTPHeader("Cache-Control", "max-age=9000000000000000000")], 1 << 31, nil),
            ([HTTPHeader("Date", "Tue, 05 Mar 2024 08:20:00 GMT")], nil, 1_709_626_800),
            ([HTTPHeader("Date", "Tue, 05 Mar 2024 08:20:00 GMT"), HTTPHeader("Age", "60")], nil, 1_709_626_860),
            ([HTTPHeader("Date", "yesterday"), HTTPHeader("Age", "60")], nil, nil),
        ]
        for (headers, fresh, server) in rows {
            let response = HTTPResponse(status: 200, headers: headers)
            #expect(response.freshSeconds == fresh && response.serverTime == server, "\(headers)")
        }
    }
}
