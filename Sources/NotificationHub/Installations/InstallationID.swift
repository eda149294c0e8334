internal import CLibCrypto
public import HubLanguage

extension Installation {
    /// An id made of platform and token: subscribing a device again replaces what it was, and nobody has to keep an id. The
    /// token cannot be had back from it.
    public static func id(for platform: Platform, _ handle: DeviceHandle) -> String {
        let text = Array("\(platform.installationName)\n\(handle.address)".utf8)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(text, text.count, &digest)
        let hex = Array("0123456789abcdef".utf8)
        let digits = digest.prefix(12).flatMap { [hex[Int($0 >> 4)], hex[Int($0 & 15)]] }
        return "bulletin-" + String(decoding: digits, as: UTF8.self)
    }
}
