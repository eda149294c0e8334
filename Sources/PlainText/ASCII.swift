let blank = UInt8(ascii: " ")
let lineFeed = UInt8(ascii: "\n")

@inline(__always)
func isASCIILetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
}

@inline(__always)
func isASCIIDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
}

/// Blank, tab, line feed, vertical tab, form feed, carriage return.
@inline(__always)
func isASCIIBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte &- 0x09 < 5
}

@inline(__always)
func hexadecimalValue(of byte: UInt8) -> UInt8? {
    if isASCIIDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
}
