internal import HubLanguage
internal import News
internal import NotificationHub
internal import Settings
internal import Terminal

/// A device that is to follow categories, everything about it checked.
struct Subscription {
    let categories: [Category]
    let isRegistration: Bool
    let userTags: [String]
    private let platform: Platform
    private let handle: DeviceHandle
    private let template: NotificationTemplate
    private let id: String

    /// The name of the one template. It is a tag as well, so that none of a newsroom's may be called so.
    private static let templateName = "bulletin-message"

    init(_ wish: DevicesArguments.Subscription, _ context: CommandContext) throws(Failure) {
        guard let platform = Platform(installationName: wish.platform) else {
            throw Failure(.usage, "--platform: \(wish.platform) is not known")
        }
        self.platform = platform
        categories = wish.categories
        isRegistration = wish.isRegistration
        userTags = try wish.user.map { name throws(Failure) in [try Subscription.userTag(name)] } ?? []
        let token = wish.token == "-" ? try tokenFromInput() : wish.token
        try Subscription.check(token, platform)
        handle = .token(token)
        id = wish.id ?? Installation.id(for: platform, handle)
        template = try Subscription.template(wish.templateFile, platform)
        if !template.propertyNames.contains(where: { $0.lowercased() == "messageparam" }) {
            context.log.write(.warning, "the template does not show $(messageParam), which is what bulletins say")
        }
    }

    func installation(tags: [String]) -> Installation {
        Installation(
            id: id, platform: platform, handle: handle, tags: tags,
            templates: [Installation.Template(name: Subscription.templateName, body: template.body)])
    }

    func registration(tags: [String]) -> Registration {
        Registration(
            platform: platform, handle: handle, tags: tags,
            template: Registration.Template(name: Subscription.templateName, body: template.body))
    }

    private static func userTag(_ name: String) throws(Failure) -> String {
        do {
            return try Tag("username:\(name)").text
        } catch {
            throw Failure(.usage, "--user: \(error)")
        }
    }

    private static func check(_ token: String, _ platform: Platform) throws(Failure) {
        guard let fault = DeviceHandle.fault(ofToken: token, for: platform) else { return }
        throw Failure(.usage, "--token: \(fault)")
    }

    private static func template(_ file: String?, _ platform: Platform) throws(Failure) -> NotificationTemplate {
        var body = platform.defaultTemplate ?? ""
        if let file {
            do {
                let bytes = try contents(of: file, limit: HubLimits.requestBody)
                body = String(decoding: bytes, as: UTF8.self)
            } catch {
                throw Failure(.badInput, "\(file): \(error.reason)")
            }
        }
        do {
            return try NotificationTemplate(body: body, for: platform)
        } catch {
            throw Failure(.badInput, "\(file ?? "--template"): \(error)")
        }
    }
}

/// The token of a device as it stands in standard input.
func tokenFromInput() throws(Failure) -> String {
    let bytes: [UInt8]
    do {
        bytes = try contents(of: "/dev/stdin", limit: 65_536)
    } catch {
        throw Failure(.badInput, "standard input \(error.reason)")
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 1 else { throw Failure(.usage, "standard input should hold one token and nothing else") }
    return String(words[0])
}
