internal import CLibCrypto

// By the functions of SHA-256 itself: OpenSSL 3's general interface would load its providers and look the algorithm up by
// name first, at a cost that a short run feels.

/// Makes digests of several texts, each ended by a NUL, so that `ab`, `c` and `a`, `bc` differ. The first one names the
/// kind of identity: an id can never be taken for a link.
///
/// The texts are gathered in one place, which is kept from digest to digest: a run makes hundreds of thousands.
struct DigestMaker {
    private var bytes: [UInt8] = []

    mutating func begin(_ kind: StaticString) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: UnsafeBufferPointer(start: kind.utf8Start, count: kind.utf8CodeUnitCount))
        bytes.append(0)
    }

    mutating func add(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
        bytes.append(0)
    }

    mutating func add(_ text: String) {
        text.withBytes { bytes.append(contentsOf: $0) }
        bytes.append(0)
    }

    func finish() -> IdentityDigest {
        bytes.withUnsafeBytes(IdentityDigest.init(hashing:))
    }
}

extension IdentityDigest {
    /// The digest of several texts, as ``DigestMaker`` makes it.
    static func of(_ kind: StaticString, _ parts: String...) -> IdentityDigest {
        var maker = DigestMaker()
        maker.begin(kind)
        for part in parts { maker.add(part) }
        return maker.finish()
    }

    /// The digest of numbers in order.
    static func of(_ numbers: [UInt64]) -> IdentityDigest {
        numbers.map(\.bigEndian).withUnsafeBytes(IdentityDigest.init(hashing:))
    }

    /// The first half of the SHA-256 of these bytes.
    init(hashing bytes: UnsafeRawBufferPointer) {
        var context = SHA256_CTX()
        var hash = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        SHA256_Init(&context)
        SHA256_Update(&context, bytes.baseAddress, bytes.count)
        withUnsafeMutableBytes(of: &hash) { bytes in
            _ = SHA256_Final(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
        }
        self.init(high: UInt64(bigEndian: hash.0), low: UInt64(bigEndian: hash.1))
    }
}

extension String {
    /// Hands the bytes to `body` without a copy.
    func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}
