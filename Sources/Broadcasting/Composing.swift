public import Bulletins
internal import HubLanguage
internal import News
public import NotificationHub
internal import PlainText
internal import Stories

/// A bulletin ready to be recorded and sent.
public struct PreparedNotification: Sendable {
    /// What the category says.
    public var bulletin: Bulletin
    /// Places of its stories in the plan, the lead first.
    public var stories: [Int]
    /// The notification.
    public var notification: TemplateNotification

    /// What somebody should hear about its words.
    var oddities: [String] {
        bulletin.editions.filter(\.headline.isEmpty).map { edition in
            "the lead story\(edition.language.map { " in \($0)" } ?? "") has no title: phones show “\(edition.message)”"
        }
    }
}

/// Words a category's stories and addresses them; the same for previews and for sends.
struct NotificationMaker {
    private let job: BroadcastJob
    private let composer: BulletinComposer
    private let summaries: [Int: Markup]
    private let plan: Plan

    init(_ job: BroadcastJob, _ plan: Plan) {
        self.job = job
        self.plan = plan
        composer = BulletinComposer(style: job.style)
        summaries = job.style.uses(.summary) ? plan.summaries : [:]
    }

    /// The notification about these stories of the plan, the lead of each language first; for one language alone, or for
    /// all that are spoken.
    func notification(
        _ category: Category, in language: LanguageTag?, _ stories: [Int]
    ) throws(NotificationError) -> PreparedNotification? {
        guard let expression = job.targets[category, language] else { return nil }
        let bulletin =
            if job.style.together.entries.isEmpty {
                composer.bulletin(category: category, stories: stories.map(story), language: language)
            } else {
                composer.bulletin(
                    category: category, stories: stories.map { (plan.stories[$0].language, story($0)) })
            }
        guard !bulletin.isBlank else { throw .emptyMessage }
        try bulletin.check(job.style.payloads)
        let lead = stories.first.map { plan.stories[$0].content }
        let notification = try TemplateNotification(
            target: .tags(expression), properties: bulletin.properties.map { ($0.name, $0.value) },
            expires: job.now.advanced(bySeconds: job.rules.maxAge),
            collapseID: lead.map { collapseID(category, title: $0.title, link: $0.link) })
        return PreparedNotification(bulletin: bulletin, stories: stories, notification: notification)
    }

    private func story(_ place: Int) -> BulletinStory {
        let content = plan.stories[place].content
        return BulletinStory(
            headline: content.title, link: content.link, summary: summaries[place].map(plainLine),
            source: content.source.isEmpty ? nil : content.source,
            time: job.timeOfDay(content.published ?? plan.stories[place].firstSeen))
    }
}

/// `apns-collapse-id`: made of the category and the lead story and of nothing else, so that a later notification about
/// the same story replaces it on the phone, and one of another category never does. Without a category an editor sent it
/// by hand to others.
func collapseID(_ category: Category?, title: String, link: String?) -> String {
    "\(category?.rawValue.lowercased() ?? "hand")-\(itemKey(Item(title: title, link: link)))"
}

extension Bulletin {
    /// Refuses what the hub would take in and no phone would get.
    func check(_ payloads: [PayloadBudget]) throws(NotificationError) {
        guard let excess = excess(in: payloads) else { return }
        throw .property(excess.name, bytes: excess.bytes, excess.payload)
    }
}

/// Markup as one clean line; long teasers are not needed whole.
private func plainLine(_ markup: Markup) -> String {
    line(of: markup.source, form: markup.form == .html ? .html : .plain, limit: 1_000)
}

extension Plan {
    /// The teasers of the stories that this run's items tell.
    fileprivate var summaries: [Int: Markup] {
        var summaries: [Int: Markup] = [:]
        for feed in feeds {
            for (item, verdict) in zip(feed.items, feed.verdicts) {
                if case .story(let place) = verdict, let summary = item.summary, summaries[place] == nil {
                    summaries[place] = summary
                }
            }
        }
        return summaries
    }
}
