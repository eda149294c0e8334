internal import News

/// Reads dates that keep to no form: each token is taken for what it can be at its place, and one that cannot be
/// anything makes the whole text no date.
struct LooseDate {
    private let tokens: [DateToken]
    private var index = 0
    private var date = DateFields()
    private var time = ClockFields()
    private var zoneName: String?
    private var offset: Int?
    private var unknownWords = 0
    private var isKorean = false

    static func instant(in text: UnsafeRawBufferPointer) -> Instant? {
        guard let cut = DateTokens(String(decoding: text, as: UTF8.self)) else { return nil }
        var reader = LooseDate(cut.tokens)
        guard reader.readAll() else { return nil }
        return reader.instant(comments: cut.comments)
    }

    private init(_ tokens: [DateToken]) {
        self.tokens = tokens
    }

    private func instant(comments: [String]) -> Instant? {
        guard let day = date.civilDay, let clock = time.clock else { return nil }
        var time = day
        (time.hour, time.minute, time.second) = clock
        if let offset { return time.feedInstant(offset: offset) }
        let names = [zoneName].compactMap { $0 } + comments.map { $0.lowercased() }
        for name in names {
            if let minutes = ZoneNames.offset(of: name, at: time) { return time.feedInstant(offset: minutes) }
        }
        // Where Korean is spoken there is one zone, without summer time.
        return time.feedInstant(offset: isKorean ? 540 : 0)
    }

    private mutating func readAll() -> Bool {
        while index < tokens.count {
            guard readToken() else { return false }
        }
        return true
    }

    private mutating func readToken() -> Bool {
        let token = tokens[index]
        switch token.kind {
        case .number(let value, let digits): return readNumber(value, digits: digits)
        case .word(let word):
            index += 1
            return readWord(word)
        case .mark(let mark):
            if mark == "+" || mark == "-" || mark == "\u{2212}", readOffset(isWest: mark != "+") { return true }
            index += 1
            return DateWords.isPunctuation(mark)
        }
    }

    // MARK: Numbers

    private mutating func readNumber(_ value: Int, digits: Int) -> Bool {
        if kind(at: 1).isMark(":") { return readClock(hour: value, separator: ":") }
        if date.isComplete, !time.isSet, kind(at: 1).isMark("."), number(at: 2) != nil {
            return readClock(hour: value, separator: ".")
        }
        if case .word(let word) = kind(at: 1) {
            if let half = ClockFields.halfOfDay(word), !time.isSet {
                index += 2
                time.half = half
                return time.set(hour: value, minute: 0, second: 0)
            }
            if word == "h", !time.isSet, date.isComplete {
                let minute = tokens.indices.contains(index + 2) && tokens[index + 2].isAdjacent ? number(at: 2) : nil
                index += minute == nil ? 2 : 3
                return time.set(hour: value, minute: minute?.value ?? 0, second: 0)
            }
            if let unit = DateFields.unit(word) {
                index += 2
                isKorean = isKorean || DateWords.isKorean(word)
                return date.set(value, as: unit)
            }
        }
        if digits == 14, date.isEmpty, !time.isSet {
            index += 1
            let clock = value % 1_000_000
            return date.set(value / 1_000_000, digits: 8)
                && time.set(hour: clock / 10_000, minute: clock / 100 % 100, second: clock % 100)
        }
        if date.isComplete, !time.isSet, digits == 6 || digits == 4 {
            index += 1
            let seconds = digits == 6 ? value : value * 100
            return time.set(hour: seconds / 10_000, minute: seconds / 100 % 100, second: seconds % 100)
        }
        return readDateNumbers(value, digits: digits)
    }

    /// `9:15`, `09:15:30.5`, `09.15`; whatever follows a further colon is a fraction in disguise.
    private mutating func readClock(hour: Int, separator: Unicode.Scalar) -> Bool {
        guard let minute = number(at: 2), minute.digits <= 2, !time.isSet else { return false }
        index += 3
        var second = 0
        if kind(at: 0).isMark(separator), let digits = number(at: 1), digits.digits <= 2 {
            second = digits.value
            index += 2
            if kind(at: 0).isMark(".") || kind(at: 0).isMark(",") || kind(at: 0).isMark(":"),
                tokens.indices.contains(index + 1), tokens[index + 1].isAdjacent, number(at: 1) != nil
            {
                index += 2
            }
        }
        return time.set(hour: hour, minute: minute.value, second: second)
    }

    private mutating func readDateNumbers(_ value: Int, digits: Int) -> Bool {
        let group = numberGroup()
        if group.count == 1 {
            index += 1
            return date.set(value, digits: digits)
        }
        guard let used = date.set(group: group) else { return false }
        index += used
        return true
    }

    /// What is joined by `-`, `/` or `.` without blanks, up to three numbers or names of months.
    private func numberGroup() -> [DateToken.Kind] {
        var group = [tokens[index].kind]
        var next = index + 1
        while group.count < 5, next + 1 < tokens.count, tokens[next].isAdjacent, tokens[next + 1].isAdjacent {
            guard case .mark(let mark) = tokens[next].kind, ["-", "/", "."].contains(mark) else { break }
            switch tokens[next + 1].kind {
            case .number: break
            case .word(let word):
                if MonthNames.month(named: word) == nil { return group }
            case .mark: return group
            }
            group += [tokens[next].kind, tokens[next + 1].kind]
            next += 2
        }
        return group
    }

    // MARK: Words

    private mutating func readWord(_ word: String) -> Bool {
        if word == "t", !time.isSet, date.hasYear { return true }
        if word == "w", let year = date.year, readWeek(of: year) { return true }
        if word == "thang", let month = number(at: 0) {
            index += 1
            return date.set(month: month.value)
        }
        if let half = ClockFields.halfOfDay(word) {
            time.half = half
            isKorean = isKorean || DateWords.isKorean(word)
            return true
        }
        if time.isSet, zoneName == nil, ZoneNames.offset(of: word, at: CivilTime(year: 2000, month: 1, day: 1)) != nil {
            zoneName = word
            return true
        }
        if let month = MonthNames.month(named: word) { return date.set(month: month) }
        if DateWords.isFiller(word) { return true }
        // Before the date, or last, it is a weekday in some language or a zone that nobody knows.
        unknownWords += 1
        return unknownWords <= 2 && (date.isEmpty || date.isComplete && index == tokens.count)
    }

    /// `2026-W49-1` and `2026W491` of ISO 8601, behind the `W`.
    private mutating func readWeek(of year: Int) -> Bool {
        guard let digits = number(at: 0), tokens[index].isAdjacent, date.month == nil else { return false }
        index += 1
        if digits.digits == 3 { return date.set(week: digits.value / 10, weekday: digits.value % 10, of: year) }
        guard digits.digits == 2 else { return false }
        guard kind(at: 0).isMark("-"), let weekday = number(at: 1), weekday.digits == 1 else {
            return date.set(week: digits.value, weekday: 1, of: year)
        }
        index += 2
        return date.set(week: digits.value, weekday: weekday.value, of: year)
    }

    // MARK: Zones

    /// `+0200`, `+02:00`, `+2`, behind the time or a complete date. False when the sign is something else.
    private mutating func readOffset(isWest: Bool) -> Bool {
        guard time.isSet || date.isComplete && !tokens[index].isAdjacent, offset == nil,
            let digits = number(at: 1), tokens[index + 1].isAdjacent, digits.digits <= 4
        else { return false }
        var (hours, minutes) = digits.digits > 2 ? (digits.value / 100, digits.value % 100) : (digits.value, 0)
        var used = 2
        if digits.digits <= 2, kind(at: 2).isMark(":"), let more = number(at: 3), more.digits == 2 {
            minutes = more.value
            used = 4
        }
        guard hours < 24, minutes < 60 else { return false }
        if zoneName.map(ZoneNames.countsWestwards) ?? false { (hours, minutes) = (-hours, -minutes) }
        offset = (hours * 60 + minutes) * (isWest ? -1 : 1)
        index += used
        return true
    }

    // MARK: Looking ahead

    private func kind(at distance: Int) -> DateToken.Kind {
        index + distance < tokens.count ? tokens[index + distance].kind : .mark("\0")
    }

    private func number(at distance: Int) -> (value: Int, digits: Int)? {
        guard case .number(let value, let digits) = kind(at: distance) else { return nil }
        return (value, digits)
    }
}
