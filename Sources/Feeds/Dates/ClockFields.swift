/// The time of day gathered so far.
struct ClockFields {
    enum Half {
        case morning
        case afternoon
    }

    private var given: (hour: Int, minute: Int, second: Int)?
    /// The half of the day on a 12-hour clock.
    var half: Half?

    var isSet: Bool { given != nil }

    /// On the 24-hour clock, midnight when none was given; `nil` when no clock shows it.
    var clock: (hour: Int, minute: Int, second: Int)? {
        guard let given else { return (0, 0, 0) }
        // Some write 13:30 PM; the half tells nothing new then.
        guard let half, given.hour <= 12 else { return given }
        return (given.hour % 12 + (half == .afternoon ? 12 : 0), given.minute, given.second)
    }

    mutating func set(hour: Int, minute: Int, second: Int) -> Bool {
        guard given == nil else { return false }
        given = (hour, minute, second)
        return true
    }

    static func halfOfDay(_ word: String) -> Half? {
        switch word {
        case "am", "a.m", "πμ", "π.μ", "오전", "上午", "午前", "凌晨", "早上", "oo", "ص": .morning
        case "pm", "p.m", "μμ", "μ.μ", "오후", "下午", "午後", "晚上", "os", "م": .afternoon
        default: nil
        }
    }
}
