internal import CLibCrypto
public import News

/// The proof of a key that goes with each request: `SharedAccessSignature sr=…&sig=…&se=…&skn=…`.
///
/// Signed is the percent-encoded address of the hub exactly as it stands behind `sr=`, a line feed, and the expiry. The
/// HMAC's key is the text of `SharedAccessKey`, not what it would be base64 for. One token serves everything below the
/// hub's address: sends, telemetry, registrations.
public struct SharedAccessToken: Sendable, Hashable, CustomStringConvertible {
    /// When the hub stops taking it.
    public let expires: Instant
    private let signature: Secret
    private let encodedSignature: Secret
    private let whole: Secret

    /// The token for that connection until `expires`, a pure function of both.
    public init(_ connection: HubConnection, expires: Instant) throws(SigningError) {
        self.expires = expires
        let message = "\(connection.encodedAudience)\n\(expires.secondsSince1970)"
        signature = Secret(try base64HMAC(of: message, key: connection.key.text))
        encodedSignature = Secret(percentEncoded(signature.text, digits: .upper))
        whole = Secret(SharedAccessToken.form(connection, expires, signature: encodedSignature.text))
    }

    /// The value of the header `Authorization`. A secret: it belongs nowhere else.
    public var authorization: String { whole.text }

    /// The token with its signature hidden.
    public var description: String { authorization.replacing(encodedSignature.text, with: "<hidden>") }

    /// Texts that would give the token away if an answer repeated them.
    var secrets: [String] { [signature.text, encodedSignature.text] }

    private static func form(_ connection: HubConnection, _ expires: Instant, signature: String) -> String {
        "SharedAccessSignature sr=\(connection.encodedAudience)&sig=\(signature)&se=\(expires.secondsSince1970)"
            + "&skn=\(connection.encodedKeyName)"
    }
}

/// libcrypto could not make an HMAC: memory ran out, or its configuration forbids SHA-256.
public struct SigningError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed.
    public var description: String { "libcrypto cannot compute HMAC-SHA256: look at OpenSSL's configuration" }
}

private func base64HMAC(of message: String, key: String) throws(SigningError) -> String {
    let key = Array(key.utf8)
    let message = Array(message.utf8)
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard let keyLength = Int32(exactly: key.count),
        HMAC(EVP_sha256(), key, keyLength, message, message.count, &digest, &length) != nil
    else { throw SigningError() }
    // Four characters for three bytes, and a NUL.
    var text = [UInt8](repeating: 0, count: (Int(length) + 2) / 3 * 4 + 1)
    let count = EVP_EncodeBlock(&text, digest, Int32(length))
    return String(decoding: text.prefix(Int(count)), as: UTF8.self)
}
