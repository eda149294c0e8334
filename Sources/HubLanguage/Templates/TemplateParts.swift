internal import JSON
internal import XMLTree

/// A stretch of a template: text that never changes, or a hole with the place it stands in.
enum TemplatePart: Sendable, Hashable {
    case fixed(String)
    case hole(TemplateExpression, in: TemplatePlace)

    func text(with properties: TemplateProperties) -> String {
        switch self {
        case .fixed(let text): text
        case .hole(let expression, in: .json): expression.json(with: properties)
        case .hole(let expression, in: .xmlText), .hole(let expression, in: .xmlAttribute):
            xmlEscaped(expression.value(with: properties))
        }
    }

    var propertyNames: [String] {
        switch self {
        case .fixed: []
        case .hole(let expression, _): expression.propertyNames
        }
    }
}

/// Where in a body a value stands, which decides how it is escaped.
enum TemplatePlace: Sendable, Hashable {
    case json
    case xmlText
    case xmlAttribute

    /// A literal as it stands there; line ends between tags stay as they are.
    func escaped(literal text: String) -> String {
        switch self {
        case .json: quoted(text)
        case .xmlAttribute: xmlEscaped(text)
        case .xmlText: xmlTextEscaped(text)
        }
    }
}

/// Cuts a body into parts. Depth is bounded by the readers of JSON and XML, so the recursion is too.
struct TemplateBuilder {
    private var finished: [TemplatePart] = []
    /// Unchanging text since the last hole.
    private var pending = ""

    /// What was appended.
    var parts: [TemplatePart] { pending.isEmpty ? finished : finished + [.fixed(pending)] }

    mutating func append(_ value: JSONValue) throws(TemplateError) {
        switch value {
        case .string(let text): try append(text, in: .json)
        case .array(let elements):
            pending += "["
            for (position, element) in elements.enumerated() {
                if position > 0 { pending += "," }
                try append(element)
            }
            pending += "]"
        case .object(let object):
            pending += "{"
            for (position, member) in object.members.enumerated() {
                if position > 0 { pending += "," }
                pending += quoted(member.name) + ":"
                try append(member.value)
            }
            pending += "}"
        case .null, .boolean, .integer, .real: pending += value.text()
        }
    }

    mutating func append(_ element: XMLElement, inside namespace: String? = nil) throws(TemplateError) {
        pending += "<" + element.name
        if let own = element.namespace, own != namespace { pending += " xmlns=\"" + xmlEscaped(own) + "\"" }
        for attribute in element.attributes {
            pending += " " + (attribute.prefix.map { $0 + ":" } ?? "") + attribute.name + "=\""
            try append(attribute.value, in: .xmlAttribute)
            pending += "\""
        }
        guard !element.children.isEmpty else {
            pending += "/>"
            return
        }
        pending += ">"
        for child in element.children {
            switch child {
            case .text(let text): try append(text, in: .xmlText)
            case .element(let inner): try append(inner, inside: element.namespace ?? namespace)
            }
        }
        pending += "</" + element.name + ">"
    }

    private mutating func append(_ text: String, in place: TemplatePlace) throws(TemplateError) {
        do {
            let expression = try TemplateExpression(text)
            if expression.isLiteral {
                pending += place.escaped(literal: expression.value(with: TemplateProperties([:])))
            } else {
                if !pending.isEmpty { finished.append(.fixed(pending)) }
                finished.append(.hole(expression, in: place))
                pending = ""
            }
        } catch {
            throw .expression(error)
        }
    }
}

func quoted(_ text: String) -> String {
    JSONValue.string(text).text()
}

private func xmlTextEscaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "&": result += "&amp;"
        // A bare carriage return would be read as a line feed.
        case "\r": result += "&#13;"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
