extension HTTPResponse {
    /// Seconds for which the answer says that it stays as it is (`Cache-Control: max-age`, less the `Age` it came with,
    /// RFC 9111 4.2); 0 when it may not be kept at all, nil when it says nothing.
    public var freshSeconds: Int64? {
        var maximumAge: Int64?
        for header in headers where header.isNamed("Cache-Control") {
            for directive in header.value.split(separator: ",") {
                let words = directive.lowercased().split(separator: "=", maxSplits: 1).map(trimmed)
                switch words.first {
                case "no-cache", "no-store": return 0
                case "max-age" where words.count == 2: maximumAge = maximumAge ?? seconds(words[1])
                default: break
                }
            }
        }
        let age = header("Age").flatMap(seconds) ?? 0
        return maximumAge.map { max(0, $0 - age) }
    }

    /// Seconds since 1970 at which the server says it is now: its `Date`, and the `Age` the answer gained in caches on
    /// the way. Nil when it says nothing.
    public var serverTime: Int64? {
        guard let date = header("Date").flatMap(httpDate) else { return nil }
        return Int64(date) + (header("Age").flatMap(seconds) ?? 0)
    }

    private func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " || $0 == "\t" || $0 == "\"" }.prefix { $0 != " " && $0 != "\t" && $0 != "\"" })
    }

    /// Bounded, so that nobody can make sums overflow.
    private func seconds(_ text: String) -> Int64? {
        Int64(text).map { min(max(0, $0), 1 << 31) }
    }
}
