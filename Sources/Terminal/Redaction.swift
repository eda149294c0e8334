/// A text without the values of keys and signatures that it may hold: `SharedAccessKey=<hidden>`.
///
/// Nothing that is printed should hold one in the first place. This is the last door before standard error, where cron
/// mails and journals begin, for the day when some library quotes what it was given.
func withoutSecrets(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
        guard let mark = secretMarks.first(where: { bytes[position...].startsIgnoringCase($0) }) else {
            result.append(bytes[position])
            position += 1
            continue
        }
        let value = position + mark.count
        let end = bytes[value...].firstIndex { endsSecret($0) } ?? bytes.count
        result += bytes[position..<value]
        if end > value { result += "<hidden>".utf8 }
        position = end
    }
    return result.count == bytes.count ? text : String(decoding: result, as: UTF8.self)
}

private let secretMarks: [[UInt8]] = ["sharedaccesskey=", "sharedsecretvalue=", "sig="].map { Array($0.utf8) }

private func endsSecret(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\"")
        || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ",")
}

extension ArraySlice<UInt8> {
    /// Whether it begins with `mark`, which is in lower case.
    fileprivate func startsIgnoringCase(_ mark: [UInt8]) -> Bool {
        guard count >= mark.count, let first, first | 0x20 == mark[0] else { return false }
        return zip(self, mark).allSatisfy { byte, wanted in
            byte == wanted || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") && byte | 0x20 == wanted)
        }
    }
}
