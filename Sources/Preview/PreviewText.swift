internal import Bulletins
internal import HTTP
internal import HubLanguage
internal import News
internal import NotificationHub
internal import PlainText

extension Preview {
    /// The preview for a terminal of so many columns. Texts of feeds are clipped to a line and cannot move the cursor.
    public func text(columns: Int, style: PreviewStyle = .plain) -> String {
        var lines: [String] = []
        for notification in notifications { lines += notification.lines(self, columns, style) + [""] }
        if notifications.isEmpty { lines += ["Nothing would be sent.", ""] }
        lines += leftOutLines(columns: columns, style)
        for trouble in feedTroubles { lines.append(terminalSafe(trouble)) }
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    private func leftOutLines(columns: Int, _ style: PreviewStyle) -> [String] {
        guard !leftOut.isEmpty else { return [] }
        var lines = [style.bold("Left out: \(leftOut.count)")]
        for group in leftOutGroups {
            let heading = ScreenLines("\(group.heading): \(group.items.count)", columns: columns - 2).lines
            lines += heading.map { "  " + terminalSafe($0) }
            for item in group.items { lines += item.lines(isSpelledOut: group.isSpelledOut, columns) }
        }
        return lines + [""]
    }
}

extension LeftOutItem {
    /// The title with its feed and category; spelled out, what holds for this one stands on a line of its own.
    fileprivate func lines(isSpelledOut: Bool, _ columns: Int) -> [String] {
        let first = line("    ", name, origin, columns)
        guard isSpelledOut, !particulars.isEmpty else { return [first] }
        return [first] + remark(particulars, "      ", columns)
    }
}

extension PreviewedNotification {
    fileprivate func lines(_ preview: Preview, _ columns: Int, _ style: PreviewStyle) -> [String] {
        var lines = [style.bold(terminalSafe("\(heading) → \(target)"))]
        lines += messageLines(columns) + manner.flatMap { remark($0, "  ", columns) }
        lines += ByteBars(sizes).lines(columns: columns - 2).map { "  " + $0 }
        lines += ScreenDrawing(columns: columns - 2, style: style).lines(payloads).map { "  " + $0 }
        for (number, story) in zip(1..., stories) {
            lines += story.lines("  \(number). ", story.facts(preview), columns)
            if let link = story.link { lines.append("     " + terminalSafe(link)) }
        }
        lines.append("  \(request.method.rawValue) \(request.address)")
        for header in request.withoutSignature.headers { lines.append("    \(header.name): \(header.value)") }
        lines.append("    " + terminalSafe(String(decoding: request.body ?? [], as: UTF8.self)))
        return lines
    }

    /// The message; where the notification speaks several languages, that of each with the property that carries it.
    private func messageLines(_ columns: Int) -> [String] {
        let isSingle = bulletin.editions.count < 2
        return bulletin.editions.flatMap { edition in
            let start = isSingle ? "" : "\(edition.language?.text ?? "") \(edition.property): "
            return ScreenLines(start + edition.message, columns: columns - 2).lines.map { "  " + terminalSafe($0) }
                + (edition.cut.map { remark($0.words, "  ", columns) } ?? [])
        }
    }

    /// What is not an ordinary send.
    var manner: [String] {
        if isTest { return ["as a test, to ten devices at most"] }
        return scheduledFor.map { ["kept by the hub until \($0); the Standard tier alone can do that"] } ?? []
    }

    /// The bytes of each message and of each platform's payload; where a notification speaks several languages, of the
    /// largest one for each platform.
    var sizes: [ByteBars.Row] {
        let messages: [ByteBars.Row] = bulletin.editions.map { edition in
            (edition.property, edition.message.utf8.count, messageLimit)
        }
        var rows = platform == nil ? messages : []
        for payload in payloads {
            let name = payload.platform.name + (payload.template.map { ", \($0)" } ?? "")
            if let known = rows.firstIndex(where: { $0.name == name }) {
                rows[known].bytes = max(rows[known].bytes, payload.bytes)
            } else {
                rows.append((name, payload.bytes, payload.limit))
            }
        }
        return rows
    }
}

extension PreviewedStory {
    /// The headline with what one wants to know beside it: behind it where the line has room for both, else below.
    fileprivate func lines(_ number: String, _ facts: String, _ columns: Int) -> [String] {
        let together = displayWidth(of: number) + displayWidth(of: headline) + displayWidth(of: facts) + 3
        guard !facts.isEmpty, together > columns else { return [line(number, headline, facts, columns)] }
        return [line(number, headline, "", columns)] + remark(facts, "     ", columns)
    }

    /// What an editor wants to know beside the headline: who carries it, how old it is.
    func facts(_ preview: Preview) -> String {
        var facts: [String] = feeds.first.map { [$0] } ?? []
        if feeds.count > 1 { facts.append("\(feeds.count) feeds") }
        if let since { facts.append(age(preview.now.seconds(since: since))) }
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

/// A remark on lines of its own.
private func remark(_ words: String, _ indentation: String, _ columns: Int) -> [String] {
    ScreenLines(words, columns: max(16, columns - indentation.count)).lines.map { indentation + terminalSafe($0) }
}

/// A line made of a text and a remark. The text is clipped first, down to the half of the line; then the remark.
private func line(_ indentation: String, _ text: String, _ remark: String, _ columns: Int) -> String {
    let room = max(16, columns - displayWidth(of: indentation) - (remark.isEmpty ? 0 : 3))
    let most = max(room / 2, room - displayWidth(of: text))
    let remark = clipped(remark, toColumns: most)
    let text = terminalSafe(clipped(text, toColumns: room - displayWidth(of: remark)))
    return indentation + text + (remark.isEmpty ? "" : " (\(terminalSafe(remark)))")
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
