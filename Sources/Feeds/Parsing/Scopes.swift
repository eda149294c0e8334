/// The `xml:base` and `xml:lang` in force, element by element.
struct Scopes {
    private struct Scope {
        var depth: Int
        var base: String?
        var language: [UInt8]?
    }

    private let address: String?
    private var stack: [Scope] = []
    /// Depth of the innermost element that set something; 0 when none did.
    private(set) var deepest = 0

    init(address: String?) {
        self.address = address
    }

    /// What relative references are seen from.
    var base: String? { stack.last { $0.base != nil }?.base ?? address }

    /// Whether some `xml:base` is in force.
    var hasBase: Bool { stack.contains { $0.base != nil } }

    /// The language that the element at `depth` sets itself.
    func language(at depth: Int) -> [UInt8]? {
        deepest == depth ? stack.last?.language : nil
    }

    /// Looks for `xml:base` and `xml:lang` in a start tag; `xmlPrefix` is the parser's pointer for `xml`.
    mutating func enter(_ depth: Int, _ attributes: Attributes, _ xmlPrefix: UnsafePointer<UInt8>?) {
        var scope = Scope(depth: depth)
        for position in 0..<attributes.count {
            guard let prefix = attributes.prefix(position), prefix == xmlPrefix,
                let name = attributes.name(position)
            else { continue }
            let value = attributes.value(position).trimmed
            if name.cBytes.equalsIgnoringCase("base") {
                guard value.count <= Address.longestBase else { continue }
                let resolved = Address.resolve(value.text, against: base)
                if resolved.utf8.count <= Address.longestBase { scope.base = resolved }
            } else if name.cBytes.equalsIgnoringCase("lang") {
                scope.language = Array(value)
            }
        }
        guard scope.base != nil || scope.language != nil else { return }
        stack.append(scope)
        deepest = depth
    }

    mutating func leave(_ depth: Int) {
        guard deepest == depth else { return }
        stack.removeLast()
        deepest = stack.last?.depth ?? 0
    }
}
