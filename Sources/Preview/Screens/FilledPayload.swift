internal import Bulletins
internal import HubLanguage
internal import News
internal import NotificationHub

/// What one platform is handed for a notification, and what its devices make of it.
struct FilledPayload {
    var platform: Platform
    /// The language that it is in, where the notification speaks several; else nil.
    var language: String?
    /// The file of the app's own template; nil for the usual one.
    var template: String?
    var payload: String
    /// The most bytes that the platform takes.
    var limit: Int
    var shown: ShownAlert

    var bytes: Int { payload.utf8.count }

    /// What tells it from the others, for people: `iPhone in fr`, `Windows, news.xml`.
    var device: String {
        let name = ScreenForm(platform).device
        return name + (language.map { " in \($0)" } ?? "") + (template.map { ", \($0)" } ?? "")
    }
}

extension PreviewedNotification {
    /// The payloads in the order of the templates: what each makes of the notification, or the platform's own form alone.
    ///
    /// Where one notification speaks several languages, phones have registered the usual template for the property of
    /// theirs, so it is shown for each. A template of the newsroom's own says itself which property it takes.
    var payloads: [FilledPayload] {
        if let platform {
            let payload = String(decoding: request.body ?? [], as: UTF8.self)
            return [
                FilledPayload(
                    platform: platform, payload: payload, limit: platform.payloadLimit ?? .max,
                    shown: ShownAlert(payload, on: platform))
            ]
        }
        let all = bulletin.properties.map { ($0.name, $0.value) }
        return templates.flatMap { budget -> [FilledPayload] in
            guard budget.source == nil, bulletin.editions.count > 1 else { return [filled(budget, all, nil)] }
            return bulletin.editions.map { edition in
                filled(budget, all + [(BulletinStyle.messageProperty, edition.message)], edition.language?.text)
            }
        }
    }

    private func filled(
        _ budget: PayloadBudget, _ properties: [(String, String)], _ language: String?
    ) -> FilledPayload {
        let payload = budget.payload(filledWith: TemplateProperties(properties))
        return FilledPayload(
            platform: budget.platform, language: language, template: budget.source, payload: payload,
            limit: budget.maximumBytes, shown: ShownAlert(payload, on: budget.platform))
    }

    /// What somebody should hear about the templates: phones that would show nothing, and names that nothing is sent for.
    public var templateOddities: [String] {
        let sent = Set(bulletin.properties.map { $0.name.lowercased() })
        var words: [String] = []
        for budget in templates {
            guard let source = budget.source else { continue }
            let missing = budget.propertyNames.filter { !sent.contains($0.lowercased()) }
            if budget.propertyNames.isEmpty {
                words.append("\(source) uses none of the properties: phones show the same whatever happened")
            } else if !missing.isEmpty {
                words.append(
                    "\(source) asks for \(missing.map { "$(\($0))" }.joined(separator: ", ")), which is not sent and stays empty"
                )
            }
        }
        words += payloads.filter { $0.template != nil && $0.shown.isBlank }.map { filled in
            "\(filled.template ?? ""): \(filled.shown.lack) on \(filled.platform.name)"
        }
        return words
    }
}
