internal import CLibCurl

extension HTTPResponse {
    /// `Retry-After` in seconds from when the answer was made (RFC 9110 10.2.3). A date is counted from the server's
    /// own `Date`, so that no clock but the server's matters; nil when there is none or it cannot be read.
    public var retryAfterSeconds: Int? {
        guard let text = header("Retry-After") else { return nil }
        if let seconds = Int(text) { return max(0, seconds) }
        guard let until = httpDate(text), let made = header("Date").flatMap(httpDate) else { return nil }
        return max(0, until - made)
    }
}

/// Seconds since 1970 of a date in any of the forms HTTP knows.
func httpDate(_ text: String) -> Int? {
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : seconds
}
