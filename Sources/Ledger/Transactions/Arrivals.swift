public import News
public import Stories

/// Whose news are awaited.
public enum ArrivalSubject: Sendable, Hashable {
    /// New items of a feed, by its name.
    case feed(String)
    /// Notifications of a category.
    case category(Category)

    var text: String {
        switch self {
        case .feed(let name): "feed \(name)"
        case .category(let category): "category \(category.rawValue)"
        }
    }
}

extension Ledger {
    /// How the news of feeds and categories came until now.
    public func arrivals() throws(LedgerError) -> [ArrivalSubject: Arrivals] {
        let rows = try database.rows("SELECT subject, since, last, usual FROM arrivals") { row in
            (row.text(0), Arrivals(since: row.instant(1), last: row.instant(2), usualSeconds: row.integer(3)))
        }
        var found: [ArrivalSubject: Arrivals] = [:]
        for (text, arrivals) in rows {
            if let name = text.suffix(ofPrefix: "feed ") {
                found[.feed(name)] = arrivals
            } else if let category = text.suffix(ofPrefix: "category ").flatMap(Category.init(rawValue:)) {
                found[.category(category)] = arrivals
            }
        }
        return found
    }

    /// Something new came.
    func noteArrival(of subject: ArrivalSubject, at now: Instant) throws(LedgerError) {
        var arrivals =
            try database.first("SELECT since, last, usual FROM arrivals WHERE subject = ?", [.text(subject.text)]) {
                Arrivals(since: $0.instant(0), last: $0.instant(1), usualSeconds: $0.integer(2))
            } ?? Arrivals(since: now, last: now, usualSeconds: 0)
        arrivals.note(at: now)
        try database.run(
            "INSERT OR REPLACE INTO arrivals(subject, since, last, usual) VALUES (?, ?, ?, ?)",
            [.text(subject.text), Value(arrivals.since), Value(arrivals.last), .integer(arrivals.usualSeconds)])
    }
}

extension String {
    /// What follows a prefix; nil where it does not begin with it.
    fileprivate func suffix(ofPrefix prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
