internal import CLibCurl
internal import Glibc

/// Whether a socket address is one of this machine, its network, or nobody: what a list of feeds from outside must not
/// make us ask. By the IANA special-purpose registries (RFC 6890).
func isPrivate(_ address: UnsafePointer<sockaddr>, length: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: address, count: length)
    switch Int32(address.pointee.sa_family) {
    case AF_INET where length >= 8: return isPrivateIPv4(Array(bytes[4..<8]))
    case AF_INET6 where length >= 24: return isPrivateIPv6(Array(bytes[8..<24]))
    default: return true
    }
}

/// The same of the four bytes of an IPv4 address.
func isPrivateIPv4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): true
    case (100, 64..<128), (172, 16..<32), (198, 18...19): true
    case (192, 0): bytes[2] == 0 || bytes[2] == 2
    case (198, 51): bytes[2] == 100
    case (203, 0): bytes[2] == 113
    default: false
    }
}

/// The same of the sixteen bytes of an IPv6 address. Those that stand for an IPv4 address are judged by it.
func isPrivateIPv6(_ bytes: [UInt8]) -> Bool {
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    let isTranslated = bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
    if isMapped || isTranslated { return isPrivateIPv4(Array(bytes[12...])) }
    if bytes[0] == 0x20 && bytes[1] == 0x02 { return isPrivateIPv4(Array(bytes[2..<6])) }
    // Only 2000::/3 is given out to the world; 2001:db8::/32 is for documents, 2001:0::/32 hides an IPv4 address.
    let isTeredo = bytes.starts(with: [0x20, 0x01, 0, 0])
    return bytes[0] & 0xE0 != 0x20 || bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) || isTeredo
}

/// How people write a socket address.
func numericText(_ address: UnsafePointer<sockaddr>, length: Int) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
        guard let start = text.baseAddress,
            getnameinfo(address, socklen_t(length), start, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return "unknown" }
        return String(cString: start)
    }
}
