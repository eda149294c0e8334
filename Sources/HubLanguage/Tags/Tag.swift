/// A tag of registrations: what a device follows and what a notification is addressed to.
///
/// The service allows 1 to 120 ASCII letters, digits and `_ @ # . : -`, and two names of its own, which it puts on
/// installations itself: `$InstallationId:{…}` and `$UserId:{…}`, whose braces may also hold `=`. The .NET client lets
/// other Unicode letters through; they cannot stand in a header, so they are refused here.
public struct Tag: Sendable, Hashable, CustomStringConvertible {
    /// The tag as it stands in requests. Whether the service minds case is not documented; it is compared exactly.
    public let text: String

    /// The longest tag, in characters.
    public static let maximumLength = 120

    /// A tag of that text, without blanks around it.
    public init(_ text: String) throws(TagError) {
        if let fault = Tag.fault(in: text) { throw TagError(tag: text, fault: fault) }
        self.text = text
    }

    /// Whether the service made the tag: such tags may be addressed, but not written to a registration.
    public var isSystemTag: Bool { text.utf8.first == UInt8(ascii: "$") }

    /// The text.
    public var description: String { text }

    private static func fault(in text: String) -> TagError.Fault? {
        guard !text.isEmpty else { return .empty }
        if text.utf8.first == UInt8(ascii: "$") {
            guard let fault = systemTagFault(in: text) else { return lengthFault(in: text) }
            return fault
        }
        if let (position, scalar) = firstUnfit(text.unicodeScalars, isAllowed: isTagCharacter) {
            return .character(scalar, position: position + 1)
        }
        return lengthFault(in: text)
    }

    private static func lengthFault(in text: String) -> TagError.Fault? {
        let length = text.utf8.count
        return length > maximumLength ? .tooLong(length) : nil
    }

    private static func systemTagFault(in text: String) -> TagError.Fault? {
        // The .NET client compares the two names without case.
        let prefixes = ["$installationid:{", "$userid:{"]
        let lowered = text.lowercased()
        guard let prefix = prefixes.first(where: lowered.hasPrefix), text.utf8.last == UInt8(ascii: "}") else {
            return .system
        }
        let inside = text.unicodeScalars.dropFirst(prefix.unicodeScalars.count).dropLast()
        guard !inside.isEmpty else { return .system }
        guard let (position, scalar) = firstUnfit(inside, isAllowed: { isTagCharacter($0) || $0 == "=" }) else {
            return nil
        }
        return .character(scalar, position: prefix.unicodeScalars.count + position + 1)
    }

    private static func firstUnfit(
        _ scalars: some Collection<Unicode.Scalar>, isAllowed: (Unicode.Scalar) -> Bool
    ) -> (Int, Unicode.Scalar)? {
        scalars.enumerated().first { !isAllowed($0.element) }.map { ($0.offset, $0.element) }
    }

    private static func isTagCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "@", "#", ".", ":", "-": true
        default: false
        }
    }
}

/// Why a text is not a tag.
public struct TagError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Fault: Sendable, Hashable {
        /// There is nothing.
        case empty
        /// That many characters are too many.
        case tooLong(Int)
        /// The character, counted from 1, is not allowed.
        case character(Unicode.Scalar, position: Int)
        /// It begins with `$` and is not one of the two tags of the service.
        case system
    }

    /// The text as given.
    public var tag: String
    /// What is wrong with it.
    public var fault: Fault

    static let rule = "a tag has 1 to 120 ASCII letters, digits and _ @ # . : -"

    /// What is wrong with which text, and the rule.
    public var description: String {
        switch fault {
        case .empty: "the tag is empty: \(TagError.rule)"
        case .tooLong(let length): "the tag \(excerpt(tag)) has \(length) characters: \(TagError.rule)"
        case .character(let scalar, let position):
            "the tag \(excerpt(tag)) has \(named(scalar)) at position \(position): \(TagError.rule)"
        case .system:
            "the tag \(excerpt(tag)) begins with $: only $InstallationId:{…} and $UserId:{…} do, braces included"
        }
    }
}
