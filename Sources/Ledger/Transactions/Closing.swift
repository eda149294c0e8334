public import News

/// A stretch of time in which somebody does not want to be asked.
public struct Closing: Sendable, Hashable {
    /// When that was said.
    public var since: Instant
    /// Its end.
    public var until: Instant

    /// A closing from its parts.
    public init(since: Instant, until: Instant) {
        self.since = since
        self.until = until
    }

    /// Seconds by which clocks may differ from one run to the next.
    private static let tolerance: Int64 = 600

    /// Its end; nil where it is over. What was said at a time that is still ahead was written by a clock that was wrong: it
    /// would last until that time has come.
    public func end(at now: Instant) -> Instant? {
        until > now && since <= now.advanced(bySeconds: Closing.tolerance) ? until : nil
    }
}

extension Ledger {
    /// How long the closings of ledgers last that do not say when they were written.
    private static let longestClosing: Int64 = 86_400

    func write(_ closing: Closing, _ name: String) throws(LedgerError) {
        try database.transaction { () throws(LedgerError) in
            try database.setMeta("\(name)_until", String(closing.until.secondsSince1970))
            try database.setMeta("\(name)_since", String(closing.since.secondsSince1970))
        }
    }

    func closing(_ name: String) throws(LedgerError) -> Closing? {
        func time(_ key: String) throws(LedgerError) -> Instant? {
            try database.meta(key).flatMap { Int64($0) }.map(Instant.init(secondsSince1970:))
        }
        guard let until = try time("\(name)_until") else { return nil }
        let since = try time("\(name)_since") ?? until.advanced(bySeconds: -Ledger.longestClosing)
        return Closing(since: since, until: until)
    }
}
