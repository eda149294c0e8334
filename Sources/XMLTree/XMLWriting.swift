extension XMLElement {
    /// The element as XML text without a declaration. A namespace is declared where it differs from the parent's.
    public var xml: String {
        var text = ""
        write(into: &text, parentNamespace: nil)
        return text
    }

    private func write(into text: inout String, parentNamespace: String?) {
        text += "<" + name
        if let namespace, namespace != parentNamespace { text += " xmlns=\"" + xmlEscaped(namespace) + "\"" }
        for attribute in attributes {
            let prefix = attribute.prefix.map { $0 + ":" } ?? ""
            text += " " + prefix + attribute.name + "=\"" + xmlEscaped(attribute.value) + "\""
        }
        guard !children.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        for child in children {
            switch child {
            case .text(let characters): text += xmlEscaped(characters)
            case .element(let element): element.write(into: &text, parentNamespace: namespace ?? parentNamespace)
            }
        }
        text += "</" + name + ">"
    }
}

/// Text as it may stand between tags or in a quoted attribute: the five characters of XML as references, line ends and
/// tabs too (a parser would fold them in attributes), characters that XML 1.0 cannot hold as U+FFFD.
public func xmlEscaped(_ text: String) -> String {
    // Most texts are names and tokens, of which nothing has to be written otherwise.
    guard !text.utf8.allSatisfy(isPlain) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
        switch scalar {
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "&": result += "&amp;"
        case "\"": result += "&quot;"
        case "'": result += "&apos;"
        case "\t", "\n", "\r": result += "&#\(scalar.value);"
        case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    default: byte >= 0x20 && byte < 0x80
    }
}
