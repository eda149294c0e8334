internal import Categories
internal import Glibc
internal import News

/// Maps all texts of labelled files by their words, and prints what one of them costs.
func timeMapping(_ arguments: [String]) throws(TrainerError) {
    var (paths, rounds) = (arguments, 5)
    if let option = paths.firstIndex(of: "--rounds") {
        guard option + 1 < paths.count, let number = Int(paths[option + 1]), (1...1_000).contains(number) else {
            throw .usage("--rounds needs a number from 1 to 1000")
        }
        rounds = number
        paths.removeSubrange(option...option + 1)
    }
    let items = try labelledRows(paths, leavingOut: []).map { row in
        Item(title: row.title, summary: row.summary.isEmpty ? nil : Markup(row.summary, form: .plain))
    }
    guard !items.isEmpty else { throw .usage("time needs files of texts") }
    let mapper = CategoryMapper()
    let feed = FeedSections(of: Feed(location: .file("")))
    var least = Double.infinity
    for _ in 0..<rounds {
        let start = processorSeconds()
        let mapped = items.count { mapper.decide($0, in: feed).best != nil }
        least = min(least, processorSeconds() - start)
        if mapped == 0 { break }
    }
    let each = least / Double(items.count)
    say("\(items.count) texts, \(Int(each * 1e9)) ns each, \(Int(1 / each)) a second (the fastest of \(rounds) rounds)")
}

private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
