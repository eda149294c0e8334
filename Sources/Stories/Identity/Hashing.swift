internal import CLibCrypto

// By the functions of SHA-256 itself: OpenSSL 3's general interface would load its providers and look the algorithm up by
// name first, at a cost that a short run feels.

extension IdentityDigest {
    /// The digest of several texts, each ended by a NUL, so that `ab`, `c` and `a`, `bc` differ. The first one names the
    /// kind of identity: an id can never be taken for a link.
    static func of(_ parts: String...) -> IdentityDigest {
        var state = HashState()
        for part in parts { state.add(part) }
        return state.finish()
    }

    /// The digest of numbers in order.
    static func of(_ numbers: [UInt64]) -> IdentityDigest {
        var state = HashState()
        numbers.map(\.bigEndian).withUnsafeBytes { state.add($0) }
        return state.finish()
    }
}

/// One hash in the making.
private struct HashState {
    private var context = SHA256_CTX()

    init() {
        SHA256_Init(&context)
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&context, bytes.baseAddress, bytes.count)
    }

    /// Adds a text and the NUL that ends it.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        withUnsafeBytes(of: UInt8(0)) { add($0) }
    }

    mutating func finish() -> IdentityDigest {
        var hash = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        withUnsafeMutableBytes(of: &hash) { bytes in
            _ = SHA256_Final(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
        }
        return IdentityDigest(high: UInt64(bigEndian: hash.0), low: UInt64(bigEndian: hash.1))
    }
}
