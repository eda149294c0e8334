internal import CLibCrypto
internal import CMicroHTTPD

/// How a server listens, and what it lets its clients cost it.
public struct ServerSettings: Sendable {
    /// The address to listen on, in numbers.
    public var address = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port: UInt16 = 0
    /// With it the server speaks TLS.
    public var identity: TLSIdentity?
    /// How many threads read and answer.
    public var threads: UInt32 = 2
    /// Connections at the same time; more wait until some have ended.
    public var connections: UInt32 = 1_000
    /// Seconds after which a connection is closed on which nothing happens.
    public var idleSeconds: UInt32 = 120
    /// Seconds that a client may take from when it could begin a request until it has sent all of it, however busily it
    /// sends; nil sets no end.
    public var requestSeconds: Int?
    /// The bytes that the bodies of all requests may take together.
    public var bodyBytes = 128 << 20
    /// Bytes after which the body of a request is not read to its end.
    public var patience = 16 << 20

    /// The usual ones, on a free port of the loopback address.
    public init() {}

    /// Whether others than this machine can reach it; nil where the address is none.
    public var isReachable: Bool? {
        switch bulletin_loopback_kind(address) {
        case 1: false
        case 0: true
        default: nil
        }
    }
}

/// What a server shows and proves in TLS.
public struct TLSIdentity: Sendable, CustomStringConvertible, CustomReflectable {
    /// The certificate, followed by those that it was signed with, as PEM.
    public var certificate: String
    /// The certificate's private key as PEM, without a password.
    public var key: String

    /// An identity from its parts.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// The key is never shown.
    public var description: String { "a certificate and its key" }
    /// No key here either.
    public var customMirror: Mirror { Mirror(self, children: ["certificate": certificate]) }

    /// What is wrong with it, as far as it can be told without a server; nil for nothing.
    public var fault: CertificateFault? {
        let fault = bulletin_pem_fault(
            certificate, Int32(clamping: certificate.utf8.count), key, Int32(clamping: key.utf8.count))
        let faults: [Int32: CertificateFault] = [1: .noCertificate, 2: .noKey, 3: .otherKey]
        return faults[fault]
    }
}

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

    /// The same in words.
    public var words: String {
        switch self {
        case .noCertificate: "the certificate's file holds no certificate (PEM: -----BEGIN CERTIFICATE-----)"
        case .noKey: "the key's file holds no private key without a password (PEM: -----BEGIN PRIVATE KEY-----)"
        case .otherKey: "the private key is not the one of the certificate"
        case .unfit: "the TLS library refuses the certificate or its key"
        }
    }
}

/// Why a server cannot start.
public enum ServerError: Error, Sendable, Equatable {
    /// The port cannot be listened on, mostly because another program does.
    case port(UInt16)
    /// The address cannot be listened on.
    case address(reason: String)
    /// The certificate or its key cannot be used.
    case certificate(CertificateFault)
    /// libmicrohttpd does not start its threads.
    case noServer
}
