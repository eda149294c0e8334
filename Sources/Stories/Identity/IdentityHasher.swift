internal import CLibCrypto

/// Makes digests. One hasher serves a whole run: OpenSSL 3 looks an algorithm up by name for each one-shot call, which
/// costs more than hashing a headline.
struct IdentityHasher: ~Copyable {
    private let context: OpaquePointer?
    private let algorithm: OpaquePointer?

    init() {
        context = EVP_MD_CTX_new()
        algorithm = EVP_MD_fetch(nil, "SHA256", nil)
    }

    deinit {
        EVP_MD_CTX_free(context)
        EVP_MD_free(algorithm)
    }

    /// The digest of several texts, each ended by a NUL, so that `ab`, `c` and `a`, `bc` differ. The first one names the
    /// kind of identity: an id can never be taken for a link.
    func digest(_ parts: String...) -> IdentityDigest {
        EVP_DigestInit_ex2(context, algorithm, nil)
        for part in parts { add(part) }
        return finish()
    }

    /// The digest of numbers in order.
    func digest(of numbers: [UInt64]) -> IdentityDigest {
        EVP_DigestInit_ex2(context, algorithm, nil)
        numbers.map(\.bigEndian).withUnsafeBytes { bytes in
            _ = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        }
        return finish()
    }

    private func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        }
        var end: UInt8 = 0
        EVP_DigestUpdate(context, &end, 1)
    }

    private func finish() -> IdentityDigest {
        var hash = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        withUnsafeMutableBytes(of: &hash) { bytes in
            _ = EVP_DigestFinal_ex(context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
        }
        return IdentityDigest(high: UInt64(bigEndian: hash.0), low: UInt64(bigEndian: hash.1))
    }
}
