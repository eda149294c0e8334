/// Why a connection string cannot be used. Nothing of the string is repeated that could hold a piece of the key.
public enum HubConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A part of a connection string.
    public enum Part: String, Sendable {
        case endpoint = "Endpoint"
        case keyName = "SharedAccessKeyName"
        case key = "SharedAccessKey"
        case hub = "EntityPath"
    }

    /// There is no text.
    case empty
    /// There is a line end inside.
    case severalLines
    /// A part has no `=`.
    case partWithoutValue
    /// A part that is needed is not there, or empty.
    case missing(Part)
    /// A part stands twice.
    case twice(Part)
    /// Rule names and keys have at most 256 bytes.
    case tooLong(Part)
    /// The endpoint is not an address of the right form.
    case endpoint
    /// Plain http to another machine would show the token to everybody on the way.
    case plainHTTP(host: String)
    /// The hub's name breaks Azure's rule.
    case hubName
    /// The hub named apart is not the one in the string.
    case differentHubs(String, String)

    /// What is wrong and what belongs there; no secret.
    public var description: String {
        switch self {
        case .empty: "the connection string is empty; \(HubConnectionError.form)"
        case .severalLines: "the connection string has several lines; \(HubConnectionError.form)"
        case .partWithoutValue: "a part of the connection string has no \"=\"; \(HubConnectionError.form)"
        case .missing(.hub):
            "no hub is named: give its name, or add ;EntityPath=HUB to the connection string"
        case .missing(let part): "the connection string has no \(part.rawValue); \(HubConnectionError.form)"
        case .twice(let part): "the connection string has \(part.rawValue) twice"
        case .tooLong(let part): "\(part.rawValue) in the connection string is longer than 256 bytes"
        case .endpoint:
            "Endpoint in the connection string is not an address such as sb://NAMESPACE.servicebus.windows.net/"
        case .plainHTTP(let host):
            "Endpoint in the connection string is http://, which is taken for this machine alone, not for \(host): "
                + "use sb:// or https://"
        case .hubName:
            "the name of the hub breaks Azure's rule: 1 to 260 letters, digits, dots, hyphens and underscores, "
                + "a letter or digit first and last"
        case .differentHubs(let given, let inString):
            "the hub is named \(given), but the connection string is for \(inString): drop one of the two"
        }
    }

    private static let form =
        "it looks like Endpoint=sb://NAMESPACE.servicebus.windows.net/;SharedAccessKeyName=NAME;SharedAccessKey=KEY"
}
