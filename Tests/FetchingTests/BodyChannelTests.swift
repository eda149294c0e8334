import Feeds
import News
import TestSupport
import Testing

@testable import Fetching

@Suite("the way to the parsing thread") struct BodyChannelTests {
    @Test(
        "results come in the order of the bodies, however little room there is",
        arguments: [
            (room: 1, bodies: 300), (room: 24, bodies: 300), (room: 1 << 20, bodies: 300), (room: 8, bodies: 0),
        ])
    func keepsOrder(row: (room: Int, bodies: Int)) {
        let channel = BodyChannel(room: row.room)
        let reading = CannedThread {
            channel.readAll { body in
                .success(
                    ReadBody(document: FeedDocument(format: .rss, title: String(decoding: body.bytes, as: UTF8.self))))
            }
        }
        var titles: [String] = []
        func take(waiting: Bool) {
            for result in channel.results(waiting: waiting) { titles.append((try? result.get().document.title) ?? "?") }
        }
        for number in 0..<row.bodies {
            channel.give(FeedBody(bytes: Array(String(number, radix: 2).utf8)))
            if number % 7 == 0 { take(waiting: number % 2 == 0) }
        }
        while titles.count < row.bodies { take(waiting: true) }
        take(waiting: true)
        channel.close()
        reading.join()
        #expect(titles == (0..<row.bodies).map { String($0, radix: 2) })
    }
}
