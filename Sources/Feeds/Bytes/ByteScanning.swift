internal import Glibc

/// Small questions about bytes, all answered without making strings.
extension UnsafeRawBufferPointer {
    /// The place of the first such byte at or behind `start`.
    func position(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// The place of the first occurrence of `text` at or behind `start`.
    func position(of text: StaticString, from start: Int) -> Int? {
        var place = start
        while let found = position(of: text.utf8Start[0], from: place) {
            if has(text, at: found) { return found }
            place = found + 1
        }
        return nil
    }

    /// Whether `text` stands at `start`.
    func has(_ text: StaticString, at start: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard let base = baseAddress, start >= 0, count - start >= length else { return false }
        return memcmp(base + start, text.utf8Start, length) == 0
    }

    /// Whether `text`, given in lower case, stands at `start` in any case of ASCII letters.
    func hasIgnoringCase(_ text: StaticString, at start: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard let base = baseAddress, start >= 0, count - start >= length else { return false }
        let here = (base + start).assumingMemoryBound(to: UInt8.self)
        for offset in 0..<length where here[offset].asciiLowercased != text.utf8Start[offset] { return false }
        return true
    }

    /// Whether the bytes are `text`, given in lower case, in any case of ASCII letters.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && hasIgnoringCase(text, at: 0)
    }

    /// The bytes without the XML blanks around them.
    var trimmed: UnsafeRawBufferPointer {
        var start = 0
        var end = count
        while start < end, self[start].isXMLBlank { start += 1 }
        while end > start, self[end - 1].isXMLBlank { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<end])
    }

    /// The bytes as text, ill-formed ones replaced.
    ///
    /// Checked here and not by the standard library, which goes scalar by scalar: for texts that are not in English
    /// that took longer than everything else about making the string.
    var text: String { isUTF8 ? wellFormedText : String(decoding: self, as: UTF8.self) }

    /// The bytes, which are known to be well-formed UTF-8, as text.
    var wellFormedText: String {
        String(copying: UTF8Span(unchecked: Span(_unsafeBytes: self)))
    }
}

extension UInt8 {
    var isXMLBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
    var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7a }
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }
    /// A byte that may stand in a name; every byte of a non-ASCII character may.
    var isNameByte: Bool {
        isASCIILetter || isASCIIDigit || self == 0x3a || self == 0x5f || self == 0x2d || self == 0x2e || self >= 0x80
    }
    /// A byte that may begin a name.
    var isNameStart: Bool { isASCIILetter || self == 0x5f || self >= 0x80 }
}

extension UnsafePointer<UInt8> {
    /// The bytes up to the NUL, as C strings come.
    var cBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: self, count: strlen(self)) }
}

private func strlen(_ text: UnsafePointer<UInt8>) -> Int {
    UnsafeRawPointer(text).withMemoryRebound(to: CChar.self, capacity: 1) { Int(Glibc.strlen($0)) }
}
