internal import JSON
internal import PlainText
internal import Settings
internal import Terminal

extension CheckReport {
    /// One line for each finding, and the verdict.
    func text(_ facts: TerminalFacts) -> String {
        let style = Style(facts)
        let rows = findings.map { finding in
            [finding.state.rawValue, finding.area.rawValue, terminalSafe(finding.line)]
        }
        // Nothing is cut off on a narrow screen: what is wrong most often stands at the end.
        return alignedTable(rows).map { $0 + "\n" }.joined() + style.bold(verdict) + "\n"
    }

    /// The findings as data: `help check` documents them.
    var json: JSONValue {
        [
            "trusted": .boolean(isTrusted),
            "exit_code": .integer(Int64(code.rawValue)),
            "verdict": .string(verdict),
            "findings": .array(
                findings.map { finding in
                    [
                        "area": .string(finding.area.rawValue), "name": .string(finding.name),
                        "state": .string(finding.state.rawValue), "text": .string(finding.text),
                        "data": finding.data,
                    ]
                }),
        ]
    }
}

extension CheckFinding {
    /// What is said of it already begins with the name, where it was written to stand alone.
    fileprivate var line: String {
        name.isEmpty || state == .failed && text.contains(name) ? text : "\(name): \(text)"
    }
}

/// How long something has been, roughly, for people.
func roughly(_ seconds: Int64) -> String {
    switch max(0, seconds) {
    case ..<90: "\(max(0, seconds)) s"
    case ..<5_400: "\(seconds / 60) minutes"
    case ..<172_800: "\(seconds / 3_600) hours"
    default: "\(seconds / 86_400) days"
    }
}

/// A number with at most one digit after the point, none above ten.
func rounded(_ number: Double) -> String {
    guard number < 9.95 else { return "\(Int(number.rounded()))" }
    let tenths = Int((number * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
