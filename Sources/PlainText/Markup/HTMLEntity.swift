internal import CTables

/// The text that a named character reference of HTML stands for, `nil` for a name HTML does not know.
///
/// The name comes without `&` and `;` and is spelt as HTML spells it (`eacute` and `Eacute` differ). XML feeds
/// use these names without declaring them.
public func htmlEntity(named name: UnsafeRawBufferPointer) -> String? {
    guard let entity = EntityTable.find(name) else { return nil }
    var text = String(entity.first)
    if let second = entity.second { text.unicodeScalars.append(second) }
    return text
}

/// What a named character reference stands for: one scalar, or a base with its combining mark.
struct HTMLEntity {
    var first: Unicode.Scalar
    var second: Unicode.Scalar?
    /// Whether browsers read the name without its closing semicolon as well.
    var isLegacy: Bool
}

/// Binary search in the embedded rows `name codepoint [codepoint] [legacy]`.
enum EntityTable {
    /// Bytes of the longest name, `CounterClockwiseContourIntegral`.
    static let longestName = 31
    /// Bytes of the longest name that needs no semicolon.
    static let longestLegacyName = 6

    static func find(_ name: UnsafeRawBufferPointer) -> HTMLEntity? {
        guard !name.isEmpty, name.count <= longestName else { return nil }
        let rows = UnsafeRawBufferPointer(start: html_entities_rows(), count: html_entities_size())
        var low = 0
        var high = rows.count
        while low < high {
            var start = (low + high) / 2
            while start > low, rows[start - 1] != lineFeed { start -= 1 }
            switch compare(name, withRowAt: start, of: rows) {
            case 0: return entity(at: start + name.count, of: rows)
            case ..<0: high = start
            default:
                low = start
                while low < high, rows[low] != lineFeed { low += 1 }
                low += 1
            }
        }
        return nil
    }

    /// Negative when `name` comes before the row's name, 0 when it is the row's name.
    private static func compare(
        _ name: UnsafeRawBufferPointer, withRowAt start: Int, of rows: UnsafeRawBufferPointer
    ) -> Int {
        for index in 0..<name.count {
            let difference = Int(name[index]) - Int(rows[start + index])
            if difference != 0 { return difference }
        }
        return rows[start + name.count] == blank ? 0 : -1
    }

    /// Reads the fields after the name.
    private static func entity(at start: Int, of rows: UnsafeRawBufferPointer) -> HTMLEntity? {
        var scalars: (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil)
        var isLegacy = false
        var value: UInt32 = 0
        var index = start + 1
        while index < rows.count {
            let byte = rows[index]
            if let digit = hexadecimalValue(of: byte) {
                value = value << 4 | UInt32(digit)
            } else if byte == UInt8(ascii: "l") {
                isLegacy = true
                break
            } else {
                if scalars.0 == nil { scalars.0 = Unicode.Scalar(value) } else { scalars.1 = Unicode.Scalar(value) }
                value = 0
                if byte == lineFeed { break }
            }
            index += 1
        }
        return scalars.0.map { HTMLEntity(first: $0, second: scalars.1, isLegacy: isLegacy) }
    }
}
