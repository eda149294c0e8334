/// Why a local hub cannot start.
public enum HubEmulatorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// libcrypto gave no random bytes.
    case noRandomness
    /// The port cannot be listened on, mostly because another program does.
    case port(UInt16)
    /// A device of the configuration would be refused.
    case device(name: String, reason: String)
    /// The hub's name is not one of the service.
    case hubName(String)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .noRandomness: "the local hub cannot make keys: libcrypto has no random bytes"
        case .port(let port):
            "the local hub cannot listen on 127.0.0.1:\(port): another program may hold the port; port 0 takes a free one"
        case .device(let name, let reason): "the local hub cannot register the device \(name): \(reason)"
        case .hubName(let name):
            "\(name.prefix(60)) is not a hub's name: 1 to 260 letters, digits, '.', '-' and '_', "
                + "beginning and ending with a letter or digit"
        }
    }
}

/// Whether a text can name a hub (Azure's naming rules).
func isHubName(_ text: String) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard (1...260).contains(text.utf8.count), let first = text.utf8.first, let last = text.utf8.last else {
        return false
    }
    return isAlphanumeric(first) && isAlphanumeric(last)
        && text.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
}
