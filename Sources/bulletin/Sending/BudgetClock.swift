/// Counts down the real time that a run may take.
struct BudgetClock {
    private let clock = ContinuousClock()
    private let end: ContinuousClock.Instant

    init(seconds: Int64) {
        end = clock.now.advanced(by: .seconds(seconds))
    }

    var secondsLeft: Int64 { max(0, clock.now.duration(to: end).components.seconds) }
}
