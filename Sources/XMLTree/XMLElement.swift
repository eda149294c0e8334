/// An element of a small XML document as plain data: the hub's answers, registrations and XML templates. Feeds have a
/// reader of their own, which keeps no tree.
public struct XMLElement: Sendable, Equatable {
    /// What stands between the tags.
    public enum Node: Sendable, Equatable {
        case element(XMLElement)
        case text(String)
    }

    /// The name without its prefix.
    public var name: String
    /// The namespace the name belongs to, if any.
    public var namespace: String?
    /// The attributes in document order, without namespace declarations.
    public var attributes: [XMLAttribute]
    /// The children in document order; comments and processing instructions are left out, CDATA is text.
    public var children: [Node]

    /// An element from its parts.
    public init(
        _ name: String, namespace: String? = nil, attributes: [XMLAttribute] = [], children: [Node] = []
    ) {
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
        self.children = children
    }

    /// An element that holds nothing but text.
    public init(_ name: String, text: String) {
        self.init(name, children: text.isEmpty ? [] : [.text(text)])
    }

    /// The child elements in order.
    public var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// All text inside, tags left out.
    public var text: String {
        children.map { node in
            switch node {
            case .text(let text): text
            case .element(let element): element.text
            }
        }.joined()
    }

    /// The first child element of that name, whatever its namespace.
    public subscript(name: String) -> XMLElement? {
        elements.first { $0.name == name }
    }

    /// The value of the first attribute of that name, whatever its namespace.
    public func attribute(_ name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

/// An attribute of an element.
public struct XMLAttribute: Sendable, Equatable {
    /// The name without its prefix.
    public var name: String
    /// The prefix as written, which only matters when the element is written again.
    public var prefix: String?
    /// The namespace that the prefix stands for, if it was declared.
    public var namespace: String?
    /// The value with references read.
    public var value: String

    /// An attribute from its parts.
    public init(_ name: String, _ value: String, prefix: String? = nil, namespace: String? = nil) {
        self.name = name
        self.prefix = prefix
        self.namespace = namespace
        self.value = value
    }
}
