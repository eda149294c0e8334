internal import Ledger
internal import News
internal import Stories

/// Tells of feeds and categories that have been silent for far longer than usual: no error says that a publisher gave a
/// feed up, or that rules became so narrow that nothing passes.
struct Silence {
    let ledger: Ledger
    let job: BroadcastJob
    let telling: Telling
    let events: RunEventSink

    func look() throws(LedgerError) {
        let arrivals = try ledger.arrivals()
        let records = try ledger.feeds()
        for feed in job.feeds {
            guard let record = records[feed], let known = arrivals[.feed(feed.name)] else { continue }
            // What cannot be read, or is gone, is told as that.
            if record.failures > 0 || record.goneSince != nil { continue }
            let name = feed.displayName == feed.name ? feed.name : "\(feed.displayName) (\(feed.name))"
            judge(
                TroubleKey.silent(feed), known,
                isSilent:
                    "\(name): it is read, but nothing new has been in it since \(known.last) (longest usual pause: "
                    + "\(words(forSeconds: known.usualSeconds))); look whether its publisher has given it up or moved it",
                speaks: "\(name): there is something new in it again")
        }
        let paused = Set(try ledger.pauses(at: job.now).map(\.category))
        // While the hub takes nothing, that is what people have to hear.
        let isHubInTrouble = telling.current.contains { $0.key == TroubleKey.hub }
        for category in Category.allCases where job.rules.categories?.contains(category) ?? true {
            guard let known = arrivals[.category(category)], !paused.contains(category) else { continue }
            if isHubInTrouble, known.isSilent(at: job.now) { continue }
            judge(
                TroubleKey.silent(category), known,
                isSilent: "\(category.rawValue): nothing has been sent since \(known.last) (longest usual pause: "
                    + "\(words(forSeconds: known.usualSeconds))); 'bulletin history' shows what waits, and a dry run what "
                    + "each item lacks",
                speaks: "\(category.rawValue): notifications go out again")
        }
    }

    private func judge(
        _ key: String, _ known: Arrivals, isSilent: @autoclosure () -> String, speaks: @autoclosure () -> String
    ) {
        if known.isSilent(at: job.now) {
            let said = isSilent()
            events(.trouble(said, isDue: telling.isDue(key, said, .once)))
        } else if let trouble = telling.end(key) {
            events(.troubleOver(speaks(), since: trouble.since))
        }
    }
}
