internal import PlainText

/// A number, a word or a mark in a date.
struct DateToken {
    enum Kind: Equatable {
        case number(Int, digits: Int)
        /// In lower case, without the accents of Latin letters.
        case word(String)
        case mark(Unicode.Scalar)
    }

    var kind: Kind
    /// Whether nothing stands between it and the token before.
    var isAdjacent: Bool
}

extension DateToken.Kind {
    func isMark(_ mark: Unicode.Scalar) -> Bool {
        self == .mark(mark)
    }
}

/// Cuts a text into tokens, digits of all scripts read alike. What stands in parentheses is kept apart: RFC 822
/// calls it a comment, and software puts the zone's name there.
struct DateTokens {
    private(set) var tokens: [DateToken] = []
    private(set) var comments: [String] = []

    /// More are no date.
    private static let most = 40

    /// `nil` when there are too many.
    init?(_ text: String) {
        var rest = text.unicodeScalars[...]
        var isAdjacent = false
        while let scalar = rest.first {
            guard tokens.count < DateTokens.most else { return nil }
            if scalar == "(" {
                takeComment(from: &rest)
                isAdjacent = false
            } else if scalar.properties.isWhitespace {
                rest.removeFirst()
                isAdjacent = false
            } else {
                tokens.append(DateToken(kind: DateTokens.token(from: &rest), isAdjacent: isAdjacent))
                isAdjacent = true
            }
        }
    }

    private mutating func takeComment(from rest: inout Substring.UnicodeScalarView) {
        var depth = 0
        var comment = ""
        while let scalar = rest.popFirst() {
            if scalar == "(" { depth += 1 }
            if scalar == ")" { depth -= 1 }
            if depth == 0 { break }
            if scalar != "(" { comment.unicodeScalars.append(scalar) }
        }
        comments.append(comment)
    }

    private static func token(from rest: inout Substring.UnicodeScalarView) -> DateToken.Kind {
        var digits = 0
        var value = 0
        while digits < 15, let scalar = rest.first, let digit = decimalDigit(scalar) {
            value = value * 10 + digit
            digits += 1
            rest.removeFirst()
        }
        if digits > 0 { return .number(value, digits: digits) }
        var word = ""
        while let scalar = rest.first, isPart(scalar, ofWordBefore: rest.dropFirst().first, isFirst: word.isEmpty) {
            word.unicodeScalars.append(scalar)
            rest.removeFirst()
        }
        if !word.isEmpty { return .word(folded(word)) }
        return .mark(rest.removeFirst())
    }

    private static func decimalDigit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return scalar.value &- 0x30 < 10 ? Int(scalar.value) - 0x30 : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    /// Letters and marks; `p.m`, `Los_Angeles`, `Europe/Berlin` are one word each.
    private static func isPart(_ scalar: Unicode.Scalar, ofWordBefore next: Unicode.Scalar?, isFirst: Bool) -> Bool {
        if isLetter(scalar) { return true }
        guard !isFirst, ["/", "_", "."].contains(scalar), let next else { return false }
        return isLetter(next)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (scalar.value | 0x20) &- 0x61 < 26 }
        return scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
            || scalar.properties.generalCategory == .nonspacingMark
    }

    private static func folded(_ word: String) -> String {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
        return foldedTitle(word, dropAccents: true)
    }
}
