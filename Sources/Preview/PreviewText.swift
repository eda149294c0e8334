internal import Bulletins
internal import HTTP
internal import HubLanguage
internal import News
internal import NotificationHub
internal import PlainText

extension Preview {
    /// The preview for a terminal of so many columns. Texts of feeds are clipped to a line and cannot move the cursor.
    public func text(columns: Int) -> String {
        var lines: [String] = []
        for notification in notifications { lines += notification.lines(columns: columns, now: now) + [""] }
        if notifications.isEmpty { lines += ["Nothing would be sent.", ""] }
        lines += leftOutLines(columns: columns)
        for trouble in feedTroubles { lines.append(terminalSafe(trouble)) }
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The items grouped by what they have in common, the largest group first, in the order read inside a group.
    private func leftOutLines(columns: Int) -> [String] {
        guard !leftOut.isEmpty else { return [] }
        var lines = ["Left out: \(leftOut.count)"]
        let groups = Dictionary(grouping: leftOut.enumerated(), by: \.element.group)
        for (group, items) in groups.sorted(by: {
            ($1.value.count, $0.value[0].offset) < ($0.value.count, $1.value[0].offset)
        }) {
            let particulars = Set(items.map(\.element.particulars))
            let common = particulars.count == 1 ? particulars.first ?? "" : ""
            lines.append("  \(terminalSafe(group + (common.isEmpty ? "" : " (\(common))"))): \(items.count)")
            for (_, item) in items { lines += item.lines(isSpelledOut: particulars.count > 1, columns) }
        }
        return lines + [""]
    }
}

extension LeftOutItem {
    /// The title with its feed and category; spelled out, what holds for this one stands on a line of its own.
    fileprivate func lines(isSpelledOut: Bool, _ columns: Int) -> [String] {
        let remark = [feed, category?.rawValue, story.map { "story \($0)" }].compactMap(\.self).joined(separator: ", ")
        let first = line("    ", title.isEmpty ? link ?? "(no title)" : title, remark, columns)
        guard isSpelledOut, !particulars.isEmpty else { return [first] }
        return [first, "      " + terminalSafe(clipped(particulars, toColumns: max(columns - 6, 20)))]
    }
}

extension PreviewedNotification {
    fileprivate func lines(columns: Int, now: Instant) -> [String] {
        var lines = ["\(heading) → \(target)"] + messageLines + manner
        lines.append("  " + sizes)
        for (number, story) in zip(1..., stories) {
            lines.append(line("  \(number). ", story.headline, story.facts(now: now), columns))
            if let link = story.link { lines.append("     " + terminalSafe(link)) }
        }
        lines.append("  \(request.method.rawValue) \(request.address)")
        for header in request.withoutSignature.headers { lines.append("    \(header.name): \(header.value)") }
        lines.append("    " + terminalSafe(String(decoding: request.body ?? [], as: UTF8.self)))
        return lines
    }

    /// The message; where the notification speaks several languages, that of each with the property that carries it.
    private var messageLines: [String] {
        let isSingle = bulletin.editions.count < 2
        return bulletin.editions.flatMap { edition in
            let start = isSingle ? "" : "\(edition.language?.text ?? "") \(edition.property): "
            return ["  " + start + terminalSafe(edition.message)] + (edition.cut.map { ["  " + $0.words] } ?? [])
        }
    }

    /// What is not an ordinary send.
    private var manner: [String] {
        if isTest { return ["  as a test, to ten devices at most"] }
        return scheduledFor.map { ["  kept by the hub until \($0); the Standard tier alone can do that"] } ?? []
    }

    private var sizes: String {
        if let platform {
            return payloads.map { "\(platform.name) payload: \($0.bytes) of \($0.limit) bytes" }.joined()
        }
        let several = bulletin.editions.count > 1
        let longest = several ? bulletin.editions.map(\.message).max { $0.utf8.count < $1.utf8.count } : nil
        let message = longest ?? bulletin.message
        return "\(several ? "the longest message" : "messageParam") has \(message.utf8.count) bytes; filled in: "
            + payloads(of: message).map { "\($0.platform.name) \($0.bytes) of \($0.limit) bytes" }.joined(
                separator: ", ")
    }

    /// The payloads of the default templates, or the platform's own.
    var payloads: [(platform: Platform, payload: String, bytes: Int, limit: Int)] {
        if let platform {
            let body = request.body ?? []
            return [(platform, String(decoding: body, as: UTF8.self), body.count, platform.payloadLimit ?? .max)]
        }
        return payloads(of: bulletin.message)
    }

    /// The payloads of the default templates with that message.
    private func payloads(of message: String) -> [(platform: Platform, payload: String, bytes: Int, limit: Int)] {
        let properties = TemplateProperties([(BulletinStyle.messageProperty, message)])
        return PayloadBudget.standard.map { budget in
            let payload = budget.payload(filledWith: properties)
            return (budget.platform, payload, payload.utf8.count, budget.maximumBytes)
        }
    }
}

extension PreviewedStory {
    fileprivate func facts(now: Instant) -> String {
        var facts: [String] = feeds.first.map { [$0] } ?? []
        if feeds.count > 1 { facts.append("\(feeds.count) feeds") }
        if let since { facts.append(age(now.seconds(since: since))) }
        if let language { facts.append(language) }
        if let number { facts.append("story \(number)") }
        return facts.joined(separator: ", ")
    }
}

extension MessageCut {
    /// What was cut and why.
    var words: String {
        switch limit {
        case .message(let bytes): "cut from \(wholeBytes) bytes: the limit for messages is \(bytes)"
        case .platform(let platform, let bytes):
            "cut from \(wholeBytes) bytes: filled in, it would exceed the \(bytes) bytes that \(platform.name) takes"
        }
    }
}

/// A line made of a text that may be clipped and a remark that may not.
private func line(_ indentation: String, _ text: String, _ remark: String, _ columns: Int) -> String {
    let remark = remark.isEmpty ? "" : " (" + terminalSafe(remark) + ")"
    let room = columns - displayWidth(of: indentation) - displayWidth(of: remark)
    return indentation + terminalSafe(clipped(text, toColumns: max(room, 20))) + remark
}

private func age(_ seconds: Int64) -> String {
    switch seconds {
    case ..<0: "dated ahead"
    case ..<60: "just now"
    case ..<3_600: "\(seconds / 60) min old"
    case ..<172_800: "\(seconds / 3_600) h old"
    default: "\(seconds / 86_400) days old"
    }
}
