/// What is wrong with a text in Prometheus's format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/): nothing, or a line for each fault.
public func metricsFaults(_ text: String) -> [String] {
    let sample = /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z_]+="[^"\\]*"(?:,[a-z_]+="[^"\\]*")*\})? (\S+)/
    var faults: [String] = []
    var kinds: [String: String] = [:]
    var helped: Set<String> = []
    var seen: Set<String> = []
    var finished: Set<String> = []
    var current = ""
    if !text.hasSuffix("\n") { faults.append("the last line does not end") }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        if line.hasPrefix("# HELP "), words.count == 4 {
            if !helped.insert(words[2]).inserted { faults.append("helped twice: \(line)") }
            if !finished.insert(words[2]).inserted { faults.append("in two places: \(line)") }
            current = words[2]
        } else if line.hasPrefix("# TYPE "), words.count == 4 {
            if words[2] != current || kinds[words[2]] != nil { faults.append("a type in the wrong place: \(line)") }
            if !["counter", "gauge", "histogram"].contains(words[3]) { faults.append("no such type: \(line)") }
            kinds[words[2]] = words[3]
        } else if let match = line.wholeMatch(of: sample) {
            let name = String(match.1)
            let endings = kinds[current] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
            if !endings.contains(where: { current + $0 == name }) { faults.append("in another family: \(line)") }
            if !seen.insert(name + (match.2.map(String.init) ?? "")).inserted { faults.append("twice: \(line)") }
            if kinds[current] == "counter", !name.hasSuffix("_total") {
                faults.append("no name for a counter: \(line)")
            }
            if Double(match.3) == nil { faults.append("no number: \(line)") }
        } else {
            faults.append("neither comment nor sample: \(line)")
        }
    }
    return faults
}
