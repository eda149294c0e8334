/// One of the six kinds of news. The raw value is the name people see and, unless the configuration says otherwise,
/// the tag that phones register.
public enum Category: String, CaseIterable, Sendable, Hashable, Comparable {
    case world = "World"
    case politics = "Politics"
    case business = "Business"
    case technology = "Technology"
    case science = "Science"
    case sports = "Sports"

    /// The order in which the six are listed; it decides ties.
    public static func < (left: Category, right: Category) -> Bool {
        left.position < right.position
    }

    /// The category of that name, whatever its case.
    public init?(named name: some StringProtocol) {
        let lowered = name.lowercased()
        guard let category = Category.allCases.first(where: { $0.rawValue.lowercased() == lowered }) else { return nil }
        self = category
    }

    private var position: Int {
        switch self {
        case .world: 0
        case .politics: 1
        case .business: 2
        case .technology: 3
        case .science: 4
        case .sports: 5
        }
    }
}
