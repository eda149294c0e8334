internal import JSON
public import News

/// `quiet`: hours in which stories wait.
public struct QuietSetting: Sendable, Hashable {
    /// The name of an IANA time zone; whether there is such a zone is another question.
    public var zone: String
    /// Minutes after midnight.
    public var from: Int
    /// Minutes after midnight.
    public var to: Int
    /// The categories that keep them; nil for all.
    public var categories: [Category]?
    /// Seconds; nil for the length of the hours and one more.
    public var maxAge: Int64?

    init(_ value: JSONValue) throws(StructureFault) {
        let reader = try StructureReader(value, at: "", known: ["zone", "from", "to", "categories", "maxAge"])
        guard case .text(let zone)? = try reader.value("zone", .text("ZONE")) else {
            throw StructureFault(path: "zone", problem: ValueFault("is missing: a time zone such as Europe/Paris"))
        }
        self.zone = zone
        from = try reader.timeOfDay("from")
        to = try reader.timeOfDay("to")
        guard from != to else {
            throw StructureFault(path: "to", problem: ValueFault("is the same as from: the hours would never end"))
        }
        categories = try reader.categories("categories")
        maxAge = try reader.seconds("maxAge", 60...2_592_000)
    }
}

extension StructureReader {
    /// `22:00` in minutes after midnight.
    fileprivate func timeOfDay(_ name: String) throws(StructureFault) -> Int {
        guard let value = self[name] else {
            throw StructureFault(path: place(name), problem: ValueFault("is missing: a time of day such as \"22:00\""))
        }
        guard let text = value.string else {
            throw StructureFault(path: place(name), problem: ValueFault("must be a time of day such as \"22:00\""))
        }
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isDigit) }),
            parts[1].count == 2, let hour = Int(String(decoding: parts[0], as: UTF8.self)),
            let minute = Int(String(decoding: parts[1], as: UTF8.self)), hour < 24, minute < 60
        else {
            throw StructureFault(
                path: place(name), value: text, problem: ValueFault("is not a time of day such as 22:00"))
        }
        return hour * 60 + minute
    }
}
