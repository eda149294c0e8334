internal import HubLanguage

/// What a message may not exceed: the newsroom's own limit, and those of the platforms once their templates are filled in
/// with the message and the properties beside it.
struct MessageLimits {
    private let messageBytes: Int
    private let payloads: [PayloadBudget]
    private let names: [String]
    private let beside: [(String, String)]

    /// The limits of a style for one message; `values` are those of the style's further properties.
    init(_ style: BulletinStyle, beside values: [String]) {
        messageBytes = style.maximumMessageBytes
        // Whichever language a template asks for, the message must fit there.
        names = [BulletinStyle.messageProperty] + style.together.entries.map(\.message)
        let suffixes = style.together.entries.isEmpty ? [""] : style.together.entries.map(\.suffix)
        let beside = zip(style.properties, values).flatMap { property, value in
            suffixes.map { (property.name + $0, value) }
        }
        self.beside = beside
        let blank = TemplateProperties(beside)
        // A payload that is too large without any message is not the message's fault, and cutting does not help.
        payloads = style.payloads.filter { $0.bytes(filledWith: blank) <= $0.maximumBytes }
    }

    /// The first limit that the message exceeds.
    func exceeded(by message: String) -> MessageCut.Limit? {
        if message.utf8.count > messageBytes { return .message(bytes: messageBytes) }
        let properties = TemplateProperties(beside + names.map { ($0, message) })
        let payload = payloads.first { $0.bytes(filledWith: properties) > $0.maximumBytes }
        return payload.map { .platform($0.platform, bytes: $0.maximumBytes) }
    }
}
