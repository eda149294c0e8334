import Feeds
import News
import Testing

@Suite struct NoiseTests {
    /// What the fuzzer found once must not come back; and more of its kind, the same on each run.
    @Test func anyBytesEndWell() {
        anyTextIsADateOfThisAgeOrNone()
        var state: UInt64 = 0x2545_f491_4f6c_dd1d
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let parts = MendingTests.samples.map { Array($0.text.utf8) }
        var items = 0
        for _ in 0..<1_000 {
            var body = parts[random(parts.count)]
            for _ in 0...random(6) {
                let place = random(body.count)
                switch random(4) {
                case 0: body[place] = UInt8(truncatingIfNeeded: random(256))
                case 1: body.removeSubrange(place..<min(body.count, place + random(20) + 1))
                case 2: body.insert(contentsOf: parts[random(parts.count)].prefix(random(60)), at: place)
                default:
                    body.insert(contentsOf: body[place..<min(body.count, place + random(40))], at: random(body.count))
                }
                if body.isEmpty { body = [0x3c] }
            }
            guard let document = try? read(body) else { continue }
            items += document.items.count
            let titles = document.items.map(\.title)
            let isClean = titles.joined().unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value)
            }
            #expect(isClean, "\(titles) from \(String(decoding: body, as: UTF8.self).debugDescription)")
        }
        #expect(items > 500)
    }

    private func anyTextIsADateOfThisAgeOrNone() {
        var state: UInt64 = 7
        let pieces = [
            "5", "2024", "-", "/", ":", ".", " ", "T", "Z", "Mar", "(", ")", "+", "PM", "W", "é", "\u{FF}", "年", "００",
        ]
        for count in 0..<2_000 {
            var text = ""
            for _ in 0..<(count % 30) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            if let instant = FeedDate.instant(in: text) {
                #expect(instant.secondsSince1970 < 253_402_500_000, "\(text)")
            }
        }
    }
}
