public import HubLanguage

/// Who is signed in. The tag `username:NAME` stands for that person's devices, so a name must be able to stand in a tag.
///
/// Whether the hub minds the case of tags is not documented: two names that differ in case alone might be one person to
/// it, so they are one here.
public struct UserName: Sendable, Hashable, CustomStringConvertible {
    /// The name as it was given out.
    public let text: String
    /// What names are compared by.
    public let key: String
    /// The tag of this user's devices.
    public let tag: Tag

    /// How the tag of a user begins.
    static let tagPrefix = "username:"
    /// How the tag of those begins who follow what a user sends.
    static let senderPrefix = "from:"

    /// A name; nil for a text that cannot stand in a tag.
    public init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: ":")), let tag = try? Tag(UserName.tagPrefix + text)
        else {
            return nil
        }
        self.text = text
        key = text.lowercased()
        self.tag = tag
    }

    /// The tag of those who follow what this user sends.
    public var senderTag: Tag? { try? Tag(UserName.senderPrefix + text) }

    /// Names are the same whatever their case.
    public static func == (left: UserName, right: UserName) -> Bool { left.key == right.key }
    /// By what they are compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
    /// The name.
    public var description: String { text }
}
