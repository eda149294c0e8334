internal import Bulletins
public import Ledger
public import News
internal import NotificationHub
internal import Stories

/// Seconds within which the same text to the same target is most likely a slip of the finger.
private let repetitionWindow: Int64 = 3_600

/// Whether the same text went to the same target within the hour, or may have.
public func earlierSend(of prepared: PreparedHandSend, in ledger: Ledger) throws(LedgerError) -> Instant? {
    try ledger.notifications(since: prepared.now.advanced(bySeconds: -repetitionWindow)).last { record in
        guard record.intent.target == prepared.target, record.intent.message == prepared.bulletin.message,
            record.intent.at > prepared.now.advanced(bySeconds: -repetitionWindow)
        else { return false }
        if case .notSent = record.outcome { return false }
        return true
    }?.intent.at
}

/// Sends by hand: claims the story behind the message together with the intent, sends, records the result. Caps and
/// quiet hours do not hold for an editor, but what is sent counts for them.
public func sendByHand(
    _ prepared: PreparedHandSend, ledger: Ledger, delivery: HubDelivery
) throws(LedgerError) -> BroadcastReport.Outcome {
    let id = try recordIntent(prepared, ledger)
    let result = delivery.deliver(prepared.notification)
    switch result.outcome {
    case .accepted(let receipt):
        try ledger.settle(id, .accepted(hubID: receipt.id), at: prepared.now)
        return .accepted(receipt)
    case .unknown(let unknown):
        try ledger.settle(id, .unknown(reason: "\(unknown)"), at: prepared.now)
        return .unknown(unknown)
    case .notSent(let refusal):
        try ledger.settle(id, .notSent(reason: "\(refusal)"), at: prepared.now)
        if let seconds = result.closedForSeconds {
            try ledger.closeHub(until: prepared.now.advanced(bySeconds: seconds))
        }
        return .refused(refusal)
    }
}

/// The intent with the claims of the stories behind the message. A story that a broadcast takes at this very moment is
/// not waited for: the editor's message goes out all the same.
private func recordIntent(_ prepared: PreparedHandSend, _ ledger: Ledger) throws(LedgerError) -> NotificationID {
    var stories = try claimedStories(prepared, ledger)
    while true {
        let intent = NotificationIntent(
            origin: .send, categories: prepared.categories, target: prepared.target, message: prepared.bulletin.message,
            properties: String(decoding: prepared.notification.body, as: UTF8.self),
            collapseID: prepared.notification.collapseID, stories: stories, claimsWholeStories: true, at: prepared.now)
        switch try ledger.intend(intent) {
        case .recorded(let id): return id
        case .taken(let others):
            guard !others.isEmpty else { continue }
            stories.removeAll { others.contains($0) }
        }
    }
}

/// The pending stories with that link, or with that title in the same category; and where nothing of the kind is known, a
/// story of its own: it must not be announced either when a feed brings it later.
private func claimedStories(_ prepared: PreparedHandSend, _ ledger: Ledger) throws(LedgerError) -> [StoryID] {
    let item = Item(title: prepared.send.message, link: prepared.send.link)
    let identities = ItemIdentities(of: item, scope: "")
    let answers = try ledger.known([identities.link, identities.title].compactMap(\.self))
    let byLink = identities.link.flatMap { answers[$0] } ?? []
    let byTitle = (identities.title.flatMap { answers[$0] } ?? []).filter { prepared.isAbout($0) }
    var seen: Set<StoryID> = []
    var stories = (byLink + byTitle).compactMap { item in
        item.story.flatMap { item.state?.isPending == true && seen.insert($0).inserted ? $0 : nil }
    }
    if item.link == nil ? byTitle.isEmpty : byLink.isEmpty {
        stories.append(
            try ledger.addStory(
                ofItem: item, identities: identities, categories: prepared.categories, at: prepared.now))
    }
    return stories
}

extension PreparedHandSend {
    /// A title means the same story for two days, and in one category.
    fileprivate func isAbout(_ item: KnownItem) -> Bool {
        item.firstSeen > now.advanced(bySeconds: -DecidingRules().titleMemory)
            && (categories.isEmpty || item.categories.isEmpty || item.categories.contains(where: categories.contains))
    }
}
