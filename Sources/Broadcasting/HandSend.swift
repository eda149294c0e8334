public import Bulletins
public import HubLanguage
public import News
public import NotificationHub
internal import PlainText

/// A message that an editor sends by hand.
public struct HandSend: Sendable {
    /// Whom it is for: exactly one of these, never nobody by accident.
    public enum Target: Sendable, Hashable {
        /// All who follow at least one of these.
        case categories([Category])
        /// All whose tags fit the expression.
        case tags(String)
        /// The devices of one signed-in user, which app back ends tag with `username:NAME`.
        case user(String)
        /// Every device.
        case everyone
    }

    /// Whom it is for.
    public var target: Target
    /// What it says, as typed; the headline of the category's wording unless it goes out as it is.
    public var message: String
    /// The article behind it: its story counts as announced.
    public var link: String?
    /// The language that it is in: that of the words around it, and the only one that it is for where each has
    /// notifications of its own. Nil for all who follow the target.
    public var language: LanguageTag?
    /// Without the category's wording.
    public var isAsTyped: Bool
    /// Further properties, sent as they stand; they replace configured ones of the same name.
    public var parameters: [(name: String, value: String)]
    /// The platform in whose own form it goes out, to its devices alone; nil for templates, which all platforms have.
    public var platform: Platform?
    /// At once, as a test, or at a later time.
    public var mode: SendMode

    /// A hand send from its parts.
    public init(
        target: Target, message: String, link: String? = nil, language: LanguageTag? = nil, isAsTyped: Bool = false,
        parameters: [(name: String, value: String)] = [], platform: Platform? = nil, mode: SendMode = .now
    ) {
        self.platform = platform
        self.mode = mode
        self.target = target
        self.message = message
        self.link = link
        self.language = language
        self.isAsTyped = isAsTyped
        self.parameters = parameters
    }
}

/// A hand send ready to be shown, recorded and sent.
public struct PreparedHandSend: Sendable {
    /// What it says.
    public let bulletin: Bulletin
    /// The categories it speaks for; empty for other targets.
    public let categories: [Category]
    /// Whom it is for, in words of the hub; empty for everyone. The same text for another platform is for others.
    public let target: String
    /// The notification.
    public let notification: HubNotification
    /// How it goes out.
    public var mode: SendMode { send.mode }
    let send: HandSend
    let now: Instant
    let templates: [PayloadBudget]
    let messageLimit: Int
    /// The only language that it is for.
    let language: LanguageTag?

    /// Words a hand send, and checks its target, properties and size before anything else happens. With the collapse id of
    /// an earlier notification it replaces that on the phones.
    public init(
        _ send: HandSend, style: BulletinStyle, targets: CategoryTargets, now: Instant, expiresAfter seconds: Int64,
        collapseID earlier: String? = nil
    ) throws(HandSendError) {
        guard !line(of: send.message, form: .plain, limit: 1_000).isEmpty else { throw .emptyMessage }
        self.send = send
        self.now = now
        templates = style.payloads
        messageLimit = style.maximumMessageBytes
        categories = if case .categories(let some) = send.target { some } else { [] }
        language = targets.areApart && !categories.isEmpty ? send.language : nil
        bulletin = PreparedHandSend.bulletin(send, style, categories)
        guard !bulletin.isBlank else { throw .notification(.emptyMessage) }
        do {
            if send.platform == nil { try bulletin.check(style.payloads) }
        } catch {
            throw .notification(error)
        }
        let address = try PreparedHandSend.address(send.target, send.language, targets)
        target = PreparedHandSend.words(address, send.platform)
        do {
            notification = try PreparedHandSend.notification(
                bulletin, for: address, send.platform, expires: (send.mode.time ?? now).advanced(bySeconds: seconds),
                collapseID: earlier ?? collapseID(categories.first, title: send.message, link: send.link))
        } catch {
            throw .notification(error)
        }
        if let time = send.mode.time {
            guard time > now, time.seconds(since: now) <= HubLimits.scheduleSeconds else { throw .time(time) }
        }
    }

    private static func words(_ address: NotificationTarget, _ platform: Platform?) -> String {
        let text = if case .tags(let expression) = address { expression.text } else { "" }
        guard let platform else { return text }
        return "\(text.isEmpty ? "everyone" : text) (\(platform.formatName))"
    }

    private static func notification(
        _ bulletin: Bulletin, for target: NotificationTarget, _ platform: Platform?, expires: Instant,
        collapseID: String
    ) throws(NotificationError) -> HubNotification {
        let properties = bulletin.properties.map { (name: $0.name, value: $0.value) }
        guard let platform else {
            return .template(
                try TemplateNotification(
                    target: target, properties: properties, expires: expires, collapseID: collapseID))
        }
        return .native(
            try NativeNotification(
                target: target, platform: platform, message: bulletin.message,
                properties: properties.filter { $0.name != BulletinStyle.messageProperty }, expires: expires,
                collapseID: collapseID))
    }

    private static func bulletin(_ send: HandSend, _ style: BulletinStyle, _ categories: [Category]) -> Bulletin {
        let story = BulletinStory(headline: send.message, link: send.link)
        let isAsTyped = send.isAsTyped || categories.isEmpty
        var bulletin = BulletinComposer(style: style).bulletin(
            category: categories.first ?? .world, stories: [story], language: send.language,
            message: isAsTyped ? .asTyped : nil, alsoFor: Array(categories.dropFirst()))
        for (name, value) in send.parameters {
            if let place = bulletin.properties.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
                bulletin.properties[place] = TemplateProperty(name, value)
            } else {
                bulletin.properties.append(TemplateProperty(name, value))
            }
        }
        return bulletin
    }

    private static func address(
        _ target: HandSend.Target, _ language: LanguageTag?, _ targets: CategoryTargets
    ) throws(HandSendError) -> NotificationTarget {
        let text: String
        switch target {
        case .everyone: return .everyone
        case .tags(let expression): text = expression
        case .user(let name): text = "username:\(name)"
        case .categories(let categories): text = targets.joined(categories, in: language)
        }
        do {
            if case .user = target { _ = try Tag(text) }
            let expression = try TagExpression(parsing: text)
            try expression.check(.safe)
            return .tags(expression)
        } catch let error as TagError {
            throw .user(error)
        } catch let error as TagExpressionError {
            throw .target(error)
        } catch {
            throw .nobody
        }
    }
}

/// Why a hand send is not even tried.
public enum HandSendError: Error, Sendable {
    /// The tag expression cannot be used.
    case target(TagExpressionError)
    /// The user's name cannot be part of a tag.
    case user(TagError)
    /// There is no target.
    case nobody
    /// Nothing of the message would be seen.
    case emptyMessage
    /// Its properties cannot be sent.
    case notification(NotificationError)
    /// The time is not ahead, or more than 7 days.
    case time(Instant)
    /// The same text went to the same target within the hour.
    case alreadySent(at: Instant)
}

extension HandSendError: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .target(let error): "\(error)"
        case .user(let error): "the user's name: \(error)"
        case .nobody: "no target: name a category, --tags EXPRESSION, --user NAME or --everyone"
        case .emptyMessage: "an empty message: it has no character that shows"
        case .notification(let error): "\(error)"
        case .time(let time): "--at: \(time) is not ahead by 7 days at most, which is what the hub keeps"
        case .alreadySent(let time):
            "not sent: the same text went to the same target at \(time), or may have; --again sends it once more"
        }
    }
}
