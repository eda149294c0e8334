internal import JSON

/// `feedSettings`: what holds for single feeds or hosts, as names and texts; what they mean is the feed list's affair.
public struct FeedSettingsByPlace: Sendable, Hashable {
    /// What holds for one feed or host.
    public struct Entry: Sendable, Hashable {
        /// The address of a feed, or a host, with its port if its addresses have one.
        public var place: String
        /// Names and values in their order.
        public var settings: [Setting]
    }

    /// A name and what it is set to.
    public struct Setting: Sendable, Hashable {
        /// A name such as `userAgent`.
        public var name: String
        /// The text; `true` and `false` too.
        public var value: String
    }

    /// The entries in their order.
    public let entries: [Entry]

    init(_ value: JSONValue) throws(StructureFault) {
        guard let object = value.object else {
            throw StructureFault(path: "", problem: ValueFault("must be an object { … } by address or host"))
        }
        var entries: [Entry] = []
        for (place, value) in object.members {
            guard !looksSecret(place), isWebAddress(place) || isHost(place) else {
                throw StructureFault(
                    path: "", value: place, problem: ValueFault("is neither the address of a feed nor a host"))
            }
            guard let members = value.object?.members else {
                throw StructureFault(path: place, problem: ValueFault("must be an object { … }"))
            }
            var settings: [Setting] = []
            for (name, value) in members {
                switch value {
                case .string(let text): settings.append(Setting(name: name, value: text))
                case .boolean(let truth): settings.append(Setting(name: name, value: truth ? "true" : "false"))
                default:
                    throw StructureFault(
                        path: "\(place).\(name)", problem: ValueFault("must be a text in quotes, or true or false"))
                }
            }
            entries.append(Entry(place: place, settings: settings))
        }
        self.entries = entries
    }
}

private func isHost(_ text: String) -> Bool {
    !text.isEmpty
        && text.utf8.allSatisfy { byte in
            byte.isLetterOrDigit || byte >= 0x80 || "-._:[]".utf8.contains(byte)
        }
}
