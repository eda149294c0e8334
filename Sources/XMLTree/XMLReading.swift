internal import CLibXML2

/// Why a text is not the XML that was asked for.
public struct XMLError: Error, Sendable, Equatable {
    /// The line of the fault, counted from 1; 0 where none is known.
    public var line: Int
    /// What is wrong, in libxml2's words.
    public var reason: String
}

extension XMLElement {
    /// Reads one well-formed document and returns its root. Documents with a DTD are refused, so no entity can be
    /// declared and nothing outside is ever read; depth is bounded by libxml2 (256 levels).
    public init(parsing bytes: some Sequence<UInt8>) throws(XMLError) {
        let buffer = Array(bytes)
        guard !buffer.isEmpty, let length = Int32(exactly: buffer.count), let context = xmlNewParserCtxt() else {
            throw XMLError(line: 0, reason: "the document is empty or too large")
        }
        defer { xmlFreeParserCtxt(context) }
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        let document = buffer.withUnsafeBytes {
            xmlCtxtReadMemory(context, $0.bindMemory(to: CChar.self).baseAddress, length, nil, nil, options)
        }
        guard let document else {
            throw XMLError(line: Int(context.pointee.lastError.line), reason: reason(context.pointee.lastError.message))
        }
        defer { xmlFreeDoc(document) }
        guard document.pointee.intSubset == nil else {
            throw XMLError(line: 1, reason: "a document type declaration is not accepted")
        }
        guard let root = xmlDocGetRootElement(document) else { throw XMLError(line: 0, reason: "no element") }
        self.init(copying: root)
    }

    /// Reads one well-formed document.
    public init(parsing text: String) throws(XMLError) {
        try self.init(parsing: text.utf8)
    }

    private init(copying node: xmlNodePtr) {
        self.init(
            string(node.pointee.name) ?? "", namespace: node.pointee.ns.flatMap { string($0.pointee.href) },
            attributes: XMLElement.attributes(of: node), children: XMLElement.children(of: node))
    }

    private static func attributes(of node: xmlNodePtr) -> [XMLAttribute] {
        var attributes: [XMLAttribute] = []
        var next = node.pointee.properties
        while let attribute = next {
            let value = xmlNodeListGetString(node.pointee.doc, attribute.pointee.children, 1)
            defer { bulletin_xml_free(value) }
            attributes.append(
                XMLAttribute(
                    string(attribute.pointee.name) ?? "", string(value) ?? "",
                    prefix: attribute.pointee.ns.flatMap { string($0.pointee.prefix) },
                    namespace: attribute.pointee.ns.flatMap { string($0.pointee.href) }))
            next = attribute.pointee.next
        }
        return attributes
    }

    private static func children(of node: xmlNodePtr) -> [Node] {
        var children: [Node] = []
        var next = node.pointee.children
        while let child = next {
            switch child.pointee.type {
            case XML_ELEMENT_NODE: children.append(.element(XMLElement(copying: child)))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                children.append(.text(string(child.pointee.content) ?? ""))
            default: break
            }
            next = child.pointee.next
        }
        return children
    }
}

private func string(_ bytes: UnsafePointer<xmlChar>?) -> String? {
    bytes.map { String(cString: $0) }
}

private func reason(_ message: UnsafePointer<CChar>?) -> String {
    guard let message else { return "not well-formed" }
    var text = String(cString: message)
    while text.last?.isNewline == true { text.removeLast() }
    return text
}
