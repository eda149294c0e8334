internal import CLibXML2

/// The attributes of a start tag as libxml2's SAX2 interface gives them: five pointers each.
struct Attributes {
    let start: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    let count: Int

    /// The name of an attribute without its prefix.
    func name(_ position: Int) -> UnsafePointer<UInt8>? { start?[position * 5] }

    func prefix(_ position: Int) -> UnsafePointer<UInt8>? { start?[position * 5 + 1] }

    func value(_ position: Int) -> UnsafeRawBufferPointer {
        guard let start, let first = start[position * 5 + 3], let end = start[position * 5 + 4] else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: first, count: end - first)
    }

    /// The value of the attribute of that name, given in lower case; its case and prefix do not matter.
    func value(named name: StaticString) -> UnsafeRawBufferPointer? {
        for position in 0..<count {
            if let candidate = self.name(position), hasName(candidate, name) { return value(position) }
        }
        return nil
    }

    private func hasName(_ candidate: UnsafePointer<UInt8>, _ name: StaticString) -> Bool {
        let length = name.utf8CodeUnitCount
        for offset in 0..<length where candidate[offset].asciiLowercased != name.utf8Start[offset] { return false }
        return candidate[length] == 0
    }
}
