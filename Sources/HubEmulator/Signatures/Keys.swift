internal import CLibCrypto

/// A random key of 32 bytes in base64, as the service makes them.
func randomKey() throws(HubEmulatorError) -> String {
    base64(try randomBytes(32))
}

/// Random bytes of libcrypto's generator.
func randomBytes(_ count: Int) throws(HubEmulatorError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw .noRandomness }
    return bytes
}

/// Bytes in standard base64 with padding.
func base64(_ bytes: [UInt8]) -> String {
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let length = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
    return String(decoding: text.prefix(Int(length)), as: UTF8.self)
}

/// HMAC-SHA256 of `text` under the UTF-8 text of `key`, in base64.
func base64HMAC(of text: String, key: String) -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    var length = UInt32(0)
    let keyBytes = Array(key.utf8)
    let textBytes = Array(text.utf8)
    HMAC(EVP_sha256(), keyBytes, Int32(keyBytes.count), textBytes, textBytes.count, &digest, &length)
    return base64(Array(digest.prefix(Int(length))))
}

/// Compares two secrets in a time that tells nothing about where they differ.
func equalInConstantTime(_ left: String, _ right: String) -> Bool {
    let leftBytes = Array(left.utf8)
    let rightBytes = Array(right.utf8)
    return leftBytes.count == rightBytes.count && CRYPTO_memcmp(leftBytes, rightBytes, leftBytes.count) == 0
}

/// The text that a base64 text stands for, or nil where it is none.
func base64Decoded(_ text: String) -> String? {
    let input = Array(text.utf8)
    guard !input.isEmpty, input.count.isMultiple(of: 4), input.count <= 1_024 else { return nil }
    var bytes = [UInt8](repeating: 0, count: input.count / 4 * 3)
    let length = EVP_DecodeBlock(&bytes, input, Int32(input.count))
    guard length >= 0 else { return nil }
    let padding = text.utf8.reversed().prefix { $0 == 0x3D }.count
    return String(validating: bytes.prefix(max(0, Int(length) - padding)), as: UTF8.self)
}
