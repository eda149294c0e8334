public import Ledger
public import News

/// How often people hear of a trouble while it lasts.
public enum Rhythm: Sendable, Equatable {
    /// At once, after 1 hour, after 6 hours, and then once a day: nothing goes out before somebody acts.
    case insistent
    /// Once: it should be looked at some day.
    case once
    /// Once, when it was there in three runs in a row: it may pass by itself.
    case patient

    func isDue(_ trouble: TroubleRecord, at now: Instant) -> Bool {
        let age = now.seconds(since: trouble.since)
        switch (self, trouble.tellings) {
        case (.insistent, 0), (.once, 0): return true
        case (.patient, 0): return trouble.times >= 3
        case (.insistent, 1): return age >= 3_600
        case (.insistent, 2): return age >= 6 * 3_600
        case (.insistent, _): return now.seconds(since: trouble.toldAt ?? trouble.since) >= 86_400
        case (.once, _), (.patient, _): return false
        }
    }
}

/// Decides of everything that may be wrong for many runs whether people hear of it in this one. Whoever writes to people
/// each time is not read the one time that matters.
public final class Telling {
    private var records: [String: TroubleRecord] = [:]
    /// What happened in this run; true for what was told in it.
    private var noticed: [String: Bool] = [:]
    private var ended: Set<String> = []
    private let now: Instant
    private let isWatched: Bool

    /// Goes on from what earlier runs left. Somebody who watches the run, on a terminal, hears everything: whether it was
    /// mailed to whoever reads the mail of cron is another matter.
    ///
    /// What was noticed or told ahead of `now`, by a clock that was wrong, counts as of now: nobody would hear of it before
    /// that time has come.
    public init(_ records: [TroubleRecord] = [], at now: Instant, isWatched: Bool = false) {
        for var record in records {
            record.since = min(record.since, now)
            record.toldAt = record.toldAt.map { min($0, now) }
            self.records[record.key] = record
        }
        self.now = now
        self.isWatched = isWatched
    }

    /// Notes a trouble; whether people should hear of it now. In one run they hear of one thing once, and at once when
    /// another kind of trouble takes its place.
    public func isDue(_ key: String, kind: String = "", _ words: String, _ rhythm: Rhythm) -> Bool {
        ended.remove(key)
        var record = records[key] ?? TroubleRecord(key: key, kind: kind, words: words, since: now)
        if record.kind != kind {
            record = TroubleRecord(key: key, kind: kind, words: words, since: now)
            noticed[key] = nil
        }
        guard noticed[key] == nil else { return false }
        record.words = words
        record.times += 1
        let isDue = rhythm.isDue(record, at: now)
        if isDue {
            record.tellings += 1
            record.toldAt = now
        }
        records[key] = record
        noticed[key] = isDue || isWatched
        return isDue || isWatched
    }

    /// Whether a trouble was there in this run.
    func isNoticed(_ key: String) -> Bool { noticed[key] != nil }

    /// Whether a trouble was told in this run.
    public func toldNow(_ key: String) -> Bool { noticed[key] == true }

    /// The trouble is over; what it was, where people had heard of it.
    public func end(_ key: String) -> TroubleRecord? {
        guard let record = records.removeValue(forKey: key) else { return nil }
        ended.insert(key)
        noticed[key] = nil
        return record.tellings > 0 ? record : nil
    }

    /// Ends those of a family that were not noticed in this run: all whose key begins so.
    public func endOthers(of family: String) -> [TroubleRecord] {
        records.keys.filter { $0.hasPrefix(family) && noticed[$0] == nil }.sorted().compactMap { end($0) }
    }

    /// The troubles that are not over.
    public var current: [TroubleRecord] { records.values.sorted { ($0.since, $0.key) < ($1.since, $1.key) } }

    /// Puts what the ledger has to remember into the end of a run.
    public func write(to end: inout RunEnd) {
        end.troubles = noticed.keys.sorted().compactMap { records[$0] }
        end.endedTroubles = ended.sorted()
    }
}

/// The keys by which troubles are remembered.
public enum TroubleKey {
    /// The hub takes nothing: its key, its address, the network to it.
    public static let hub = "hub"
    /// What the hub has against one category's notifications.
    static func content(_ name: String) -> String { "content \(name)" }
    /// A feed list that cannot be read, by its place.
    public static func list(_ source: String) -> String { "list " + source }
    /// A feed that is silent.
    public static func silent(_ feed: Feed) -> String { "silent feed " + feed.name }
    /// A category that is silent.
    public static func silent(_ category: Category) -> String { "silent category " + category.rawValue }
    /// This machine's clock, by those of the feeds' servers.
    static let clock = "clock"
    /// This machine's clock, by the hub's.
    static let hubClock = "hub clock"
    /// Settings that keep a broadcast from beginning.
    public static let settings = "settings"
}

/// How long something lasted, for people: `40 minutes`, `9 hours`, `3 days`.
public func words(forSeconds seconds: Int64) -> String {
    func counted(_ number: Int64, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    return switch seconds {
    case ..<5_400: counted(max(1, (seconds + 30) / 60), "minute")
    case ..<172_800: counted((seconds + 1_800) / 3_600, "hour")
    default: counted((seconds + 43_200) / 86_400, "day")
    }
}
