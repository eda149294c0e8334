internal import XMLTree

/// Text between tags or in an attribute.
func xmlText(_ text: String) -> String { xmlEscaped(text) }

/// The namespaces of the hub's documents.
enum XMLNamespace {
    static let serviceBus = "http://schemas.microsoft.com/netservices/2010/10/servicebus/connect"
    static let atom = "http://www.w3.org/2005/Atom"
    static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"
    static let metadata = "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"
}

extension XMLElement {
    /// An element of the hub's own namespace with children.
    init(_ name: String, in namespace: String? = nil, _ elements: [XMLElement]) {
        self.init(name, namespace: namespace, children: elements.map { .element($0) })
    }

    /// Whether the element is marked as holding nothing (`i:nil="true"`).
    var isNil: Bool { attributes.contains { $0.name == "nil" && $0.value == "true" } }
}
