/// Why a local hub cannot start.
public enum HubEmulatorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// libcrypto gave no random bytes.
    case noRandomness
    /// The port cannot be listened on, mostly because another program does.
    case port(UInt16)
    /// What is to be listened on is no address in numbers.
    case notAnAddress(String)
    /// The address cannot be listened on.
    case address(String, reason: String)
    /// The address can be reached by others, and there is no certificate.
    case noCertificate(address: String)
    /// The certificate or its key cannot be used.
    case certificate(CertificateFault)
    /// libmicrohttpd does not start its threads.
    case noServer
    /// The file that keeps the state cannot be used.
    case state(file: String, reason: String)
    /// A device of the configuration would be refused.
    case device(name: String, reason: String)
    /// The hub's name is not one of the service.
    case hubName(String)

    /// What is wrong with a certificate and its key.
    public enum CertificateFault: Sendable, Equatable {
        /// The certificate's file holds none in PEM.
        case noCertificate
        /// The key's file holds none in PEM, or one with a password.
        case noKey
        /// The key is not the certificate's.
        case otherKey
        /// The TLS library refuses them.
        case unfit

        var words: String {
            switch self {
            case .noCertificate: "the certificate's file holds no certificate (PEM: -----BEGIN CERTIFICATE-----)"
            case .noKey: "the key's file holds no private key without a password (PEM: -----BEGIN PRIVATE KEY-----)"
            case .otherKey: "the private key is not the one of the certificate"
            case .unfit: "the TLS library refuses the certificate or its key"
            }
        }
    }

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .noRandomness: "the local hub cannot make keys: libcrypto has no random bytes"
        case .port(let port):
            "the local hub cannot listen on port \(port): another program may hold the port; port 0 takes a free one"
        case .address(let address, let reason): "the local hub cannot listen on \(address.prefix(60)): \(reason)"
        case .notAnAddress(let text):
            "\(text.prefix(60)) is no address in numbers, such as 127.0.0.1 or ::1; the port is an option of its own"
        case .noCertificate(let address):
            "the local hub listens on \(address), which others can reach, with TLS alone: it needs a certificate and its key"
        case .certificate(let fault): "the local hub cannot speak TLS: \(fault.words)"
        case .noServer: "the local hub cannot start its threads"
        case .state(let file, let reason): "the local hub cannot keep its state in \(file): \(reason)"
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
