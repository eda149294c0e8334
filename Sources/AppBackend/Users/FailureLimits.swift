/// How often sign-in failed, by address and by name, and what follows from it: pure, with the time handed in.
///
/// Ten failures for one name or twenty from one address within ten minutes, and passwords are not looked at until the
/// oldest of them is ten minutes old: guessing becomes hopeless, and whoever forgot a password waits a little. Who was signed
/// in before, with the same password, passes without being counted, so that nobody can lock another out of a running app.
struct FailureLimits: Sendable {
    /// Milliseconds that a failure counts.
    static let window: Int64 = 600_000
    static let perName = 10
    static let perAddress = 20
    /// Names and addresses that are remembered of each; beyond it those are forgotten that failed longest ago.
    static let remembered = 10_000

    private var names: [String: [Int64]] = [:]
    private var addresses: [String: [Int64]] = [:]

    /// Seconds after which a password of that name from that address is looked at again; nil where it is at once.
    func waitSeconds(name: String, address: String, at now: Int64) -> Int64? {
        let waits = [
            FailureLimits.wait(names[name], FailureLimits.perName, now),
            FailureLimits.wait(addresses[address], FailureLimits.perAddress, now),
        ]
        return waits.compactMap(\.self).max()
    }

    /// Counts a failure, and gives the milliseconds by which its answer is held back: half a second, doubled with each
    /// further one, eight seconds at most.
    mutating func failed(name: String, address: String, at now: Int64) -> Int {
        let ofName = FailureLimits.add(to: &names, name, FailureLimits.perName, now)
        let ofAddress = FailureLimits.add(to: &addresses, address, FailureLimits.perAddress, now)
        return min(8_000, 250 << min(max(ofName, ofAddress), 5))
    }

    private static func wait(_ times: [Int64]?, _ limit: Int, _ now: Int64) -> Int64? {
        let recent = (times ?? []).filter { now - $0 < window }
        guard recent.count >= limit, let oldest = recent.first else { return nil }
        return max(1, (window - (now - oldest) + 999) / 1_000)
    }

    private static func add(
        to table: inout [String: [Int64]], _ key: String, _ limit: Int, _ now: Int64
    ) -> Int {
        if table[key] == nil, table.count >= remembered { forget(&table, now) }
        let recent = (table[key] ?? []).filter { now - $0 < window } + [now]
        table[key] = Array(recent.suffix(limit))
        return recent.count
    }

    /// Forgets what does not count any more, and where that is not enough the half that failed longest ago: once in so many
    /// failures, so that it costs little for each.
    private static func forget(_ table: inout [String: [Int64]], _ now: Int64) {
        table = table.filter { now - ($0.value.last ?? 0) < window }
        guard table.count >= remembered else { return }
        let middle = table.values.compactMap(\.last).sorted()[remembered / 2]
        table = table.filter { ($0.value.last ?? 0) > middle }
    }
}
