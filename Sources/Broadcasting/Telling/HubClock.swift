internal import Ledger
internal import News
internal import NotificationHub

/// Tells that this machine's clock and the hub's differ, while the hub still takes tokens. Where it refuses one, that says so;
/// where the servers of feeds say the same, it was told.
func tellHubClock(_ clocks: HubRefusal.Clocks?, _ telling: Telling, _ events: RunEventSink) {
    guard let clocks else { return }
    if let words = clocks.words {
        guard !telling.isNoticed(TroubleKey.clock), !telling.isNoticed(TroubleKey.hub) else { return }
        events(.trouble(words, isDue: telling.isDue(TroubleKey.hubClock, words, .insistent)))
    } else if let trouble = telling.end(TroubleKey.hubClock) {
        events(.troubleOver("this machine's clock agrees with the hub's again", since: trouble.since))
    }
}
