internal import Bulletins
public import Ledger
internal import News
internal import NotificationHub
internal import Stories

/// Seconds within which the same text to the same target is most likely a slip of the finger.
private let repetitionWindow: Int64 = 3_600

/// Sends by hand: claims the story behind the message together with the intent, sends, records the result. Caps and
/// quiet hours do not hold for an editor, but what is sent counts for them.
///
/// Unless `again`, the same text to the same target within the hour is refused. Throws a ``HandSendError`` or a
/// `LedgerError`, nothing having been sent, or an ``UnrecordedOutcome``.
public func sendByHand(
    _ prepared: PreparedHandSend, again: Bool, ledger: Ledger, delivery: HubDelivery
) throws -> SentByHand {
    let id = try recordIntent(prepared, again, ledger)
    func settle(_ outcome: NotificationOutcome) throws(UnrecordedOutcome) {
        do throws(LedgerError) {
            try ledger.settle(id, outcome, at: prepared.now)
        } catch {
            throw UnrecordedOutcome(outcome, error)
        }
    }
    let result = delivery.deliver(prepared.notification, prepared.mode)
    switch result.outcome {
    case .accepted(let receipt):
        try settle(.accepted(hubID: receipt.id))
        return SentByHand(id: id, outcome: .accepted(receipt))
    case .unknown(let unknown):
        try settle(.unknown(reason: "\(unknown)"))
        return SentByHand(id: id, outcome: .unknown(unknown))
    case .notSent(let refusal):
        try settle(.notSent(reason: "\(refusal)"))
        if let seconds = result.closedForSeconds {
            let until = prepared.now.advanced(bySeconds: seconds)
            try ledger.closeHub(Closing(since: prepared.now, until: until))
        }
        return SentByHand(id: id, outcome: .refused(refusal))
    }
}

/// What became of a message sent by hand, and its number in the ledger.
public struct SentByHand: Sendable {
    /// Its row.
    public let id: NotificationID
    /// What became of it.
    public let outcome: BroadcastReport.Outcome
}

/// Sends a test, which reaches ten devices at most: it claims no story, counts for nothing and is not recorded, so that
/// the news itself can still go out.
public func sendTest(_ prepared: PreparedHandSend, delivery: HubDelivery) -> BroadcastReport.Outcome {
    switch delivery.deliver(prepared.notification, .test).outcome {
    case .accepted(let receipt): .accepted(receipt)
    case .unknown(let unknown): .unknown(unknown)
    case .notSent(let refusal): .refused(refusal)
    }
}

/// The intent with the claims of the stories behind the message. A story that a broadcast takes at this very moment is
/// not waited for: the editor's message goes out all the same.
private func recordIntent(_ prepared: PreparedHandSend, _ again: Bool, _ ledger: Ledger) throws -> NotificationID {
    var behind = try StoriesBehind(prepared, ledger)
    while true {
        let intent = NotificationIntent(
            origin: .send, categories: prepared.categories, language: prepared.language, target: prepared.target,
            message: prepared.bulletin.message,
            properties: String(decoding: prepared.notification.body, as: UTF8.self),
            collapseID: prepared.notification.collapseID, stories: behind.stories, claimsWholeStories: true,
            at: prepared.now, scheduledFor: prepared.mode.time)
        switch try ledger.intend(
            intent, telling: behind.article, unlessRepeatedWithin: again ? nil : repetitionWindow)
        {
        case .recorded(let id): return id
        case .repeated(let earlier): throw HandSendError.alreadySent(at: earlier)
        case .taken(let others): behind.stories.removeAll { others.contains($0) }
        // A broadcast took something in meanwhile.
        case .overtaken: behind = try StoriesBehind(prepared, ledger)
        }
    }
}

/// What a message is about: the pending stories with that link, or with that title in the same category; and where nothing
/// of the kind is known, an article of its own, which must not be announced either when a feed brings it later.
private struct StoriesBehind {
    var stories: [StoryID]
    let article: UntoldArticle?

    init(_ prepared: PreparedHandSend, _ ledger: Ledger) throws(LedgerError) {
        let item = Item(
            title: prepared.send.message, link: prepared.send.link, language: prepared.send.language?.text)
        let identities = ItemIdentities(of: item, scope: "")
        let answers = try ledger.known([identities.link, identities.title].compactMap(\.self))
        let byLink = identities.link.flatMap { answers[$0] } ?? []
        let byTitle = (identities.title.flatMap { answers[$0] } ?? []).filter { prepared.isAbout($0) }
        var seen: Set<StoryID> = []
        stories = (byLink + byTitle).compactMap { item in
            item.story.flatMap { item.state?.isPending == true && seen.insert($0).inserted ? $0 : nil }
        }
        let isUntold = item.link == nil ? byTitle.isEmpty : byLink.isEmpty
        article = isUntold ? UntoldArticle(item: item, identities: identities) : nil
    }
}

extension PreparedHandSend {
    /// A title means the same story for two days, and in one category.
    fileprivate func isAbout(_ item: KnownItem) -> Bool {
        item.firstSeen > now.advanced(bySeconds: -DecidingRules().titleMemory)
            && (categories.isEmpty || item.categories.isEmpty || item.categories.contains(where: categories.contains))
    }
}
