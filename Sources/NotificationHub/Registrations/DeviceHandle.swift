public import HubLanguage

/// What a push service reaches a device by. Whoever has it and the newsroom's credentials can send to that device, and it
/// identifies the device: descriptions show it shortened.
public enum DeviceHandle: Sendable, Hashable {
    /// A token, a registration id, or the address of a Windows channel.
    case token(String)
    /// A browser's subscription.
    case browser(endpoint: String, p256dh: String, auth: String)
    /// Baidu's pair.
    case baidu(user: String, channel: String)

    /// The part that stands for the whole: the token, the endpoint, the user.
    public var address: String {
        switch self {
        case .token(let token): token
        case .browser(let endpoint, _, _): endpoint
        case .baidu(let user, _): user
        }
    }

    /// What is wrong with a token, as words that follow its name; nil where it can be one. The token is not repeated: it is
    /// nearly a secret.
    public static func fault(ofToken token: String, for platform: Platform?) -> String? {
        switch platform {
        case .apns? where !token.utf8.count.isMultiple(of: 2) || !token.allSatisfy(\.isHexDigit):
            return "is no token of APNs: that is an even number of hexadecimal digits"
        case .wns? where !token.hasPrefix("https://"):
            return "is no channel of WNS: that is an https address"
        default:
            let isFit = (1...4_096).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isFit ? nil : "is empty, too long for a token, or holds characters that no token has"
        }
    }

    /// Everything that must not be repeated where the hub's answers repeat it.
    var secrets: [String] {
        switch self {
        case .token(let token): [token]
        case .browser(let endpoint, let p256dh, let auth): [endpoint, p256dh, auth]
        case .baidu(let user, let channel): [user, channel]
        }
    }
}

extension DeviceHandle: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Beginning and end: enough to tell one's own devices apart, too little to send with. Of an address the host stands
    /// there whole.
    public var description: String {
        guard let scheme = address.firstRange(of: "://") else { return DeviceHandle.shortened(address) }
        let rest = address[scheme.upperBound...]
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[host.endIndex...]
        return "\(host)/" + (path.count > 24 ? "…\(path.suffix(4))" : "…")
    }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }

    private static func shortened(_ text: String) -> String {
        switch text.count {
        case 24...: "\(text.prefix(6))…\(text.suffix(4))"
        case 9...: "\(text.prefix(3))…"
        default: "…"
        }
    }
}
