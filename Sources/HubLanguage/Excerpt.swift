/// The text in quotes as messages show it: its beginning when it is long, control characters as their numbers, so that
/// what came from outside can neither flood nor steer a terminal.
func excerpt(_ text: String, limit: Int = 60) -> String {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(limit) {
        if isVisible(scalar) { result.unicodeScalars.append(scalar) } else { result += named(scalar) }
    }
    return result + (text.unicodeScalars.count > limit ? "…\"" : "\"")
}

/// A character as messages show it.
func named(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case " ": "a blank"
    case _ where isVisible(scalar): "'\(scalar)'"
    default: "U+" + padded(String(scalar.value, radix: 16, uppercase: true))
    }
}

private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: false
    default: true
    }
}

private func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
