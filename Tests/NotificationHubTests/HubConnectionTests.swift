import NotificationHub
import Testing

@Suite struct HubConnectionTests {
    static let rule = "SharedAccessKeyName=Send;SharedAccessKey=c2VjcmV0LW5ld3M="

    static let readable: [(text: String, hub: String?, address: String, name: String)] = [
        (
            "Endpoint=sb://desk-news.servicebus.windows.net/;\(rule)", "desk",
            "https://desk-news.servicebus.windows.net", "desk"
        ),
        (
            "Endpoint=sb://desk-news.servicebus.windows.net/;\(rule);EntityPath=desk", nil,
            "https://desk-news.servicebus.windows.net", "desk"
        ),
        (
            "Endpoint=sb://desk-news.servicebus.windows.net;\(rule);EntityPath=Desk", "dESK",
            "https://desk-news.servicebus.windows.net", "dESK"
        ),
        ("\(rule);endpoint = https://Desk.Example:8443/ ;", "a.b-c_1", "https://Desk.Example:8443", "a.b-c_1"),
        (" ; Endpoint=http://127.0.0.1:7071/;\(rule);;\n", "desk", "http://127.0.0.1:7071", "desk"),
        ("Endpoint=http://localhost/;\(rule);Transport=Amqp", "desk", "http://localhost", "desk"),
        ("Endpoint=HTTP://[::1]:7071;\(rule)", "desk", "http://[::1]:7071", "desk"),
    ]

    static let faulty: [(text: String, hub: String?, words: String)] = [
        ("", "desk", "is empty"), ("\n", "desk", "is empty"), ("nonsense", "desk", "no \"=\""),
        (rule, "desk", "no Endpoint"), ("Endpoint=sb://news.example/", "desk", "no SharedAccessKeyName"),
        ("Endpoint=sb://news.example/;SharedAccessKeyName=Send", "desk", "no SharedAccessKey;"),
        ("Endpoint=sb://news.example/;SharedAccessKeyName=Send;SharedAccessKey=", "desk", "no SharedAccessKey;"),
        ("Endpoint=sb://news.example/;SharedAccessKeyName=;SharedAccessKey=c2VjcmV0", "desk", "no SharedAccessKeyName"),
        ("Endpoint=sb://news.example/;\(rule)", nil, "no hub is named"),
        ("Endpoint=sb://news.example/;\(rule)", "", "no hub is named"),
        (
            "Endpoint=sb://news.example/;\(rule);EntityPath=one", "two",
            "named two, but the connection string is for one"
        ),
        ("Endpoint=sb://news.example/;\(rule);sharedaccesskey=c2VjcmV0", "desk", "SharedAccessKey twice"),
        ("Endpoint=http://news.example/;\(rule)", "desk", "for this machine alone, not for news.example"),
        ("Endpoint=http://127.0.0.1.news.example/;\(rule)", "desk", "for this machine alone"),
        ("Endpoint=http://127.1/;\(rule)", "desk", "for this machine alone"),
        ("Endpoint=ftp://news.example/;\(rule)", "desk", "not an address"),
        ("Endpoint=news.example;\(rule)", "desk", "not an address"),
        ("Endpoint=sb://news.example/hub;\(rule)", "desk", "not an address"),
        ("Endpoint=sb://user@news.example/;\(rule)", "desk", "not an address"),
        ("Endpoint=sb://news.example:99999/;\(rule)", "desk", "not an address"),
        ("Endpoint=sb://;\(rule)", "desk", "not an address"),
        ("Endpoint=sb://news.example/\(rule)", "desk", "not an address"),
        ("Endpoint=sb://news.example/;\(rule)\nEndpoint=x", "desk", "several lines"),
        ("Endpoint=sb://news.example/;\(rule)", "desk/messages?x", "breaks Azure's rule"),
        ("Endpoint=sb://news.example/;\(rule)", "-desk", "breaks Azure's rule"),
        (
            "Endpoint=sb://news.example/;SharedAccessKeyName=Send;SharedAccessKey=\(String(repeating: "c2VjcmV0", count: 33))",
            "desk", "longer than 256"
        ),
    ]

    @Test func connectionStringsAreReadOrSayWhatIsWrongAndNeverShowTheKey() {
        for (text, hub, address, name) in Self.readable {
            let connection = try? HubConnection(connectionString: text, hub: hub)
            #expect(connection?.endpoint.address == address && connection?.hub == name, "\(text)")
            #expect(connection?.keyName == "Send", "\(text)")
            #expect(connection?.endpoint.isLoopback == address.hasPrefix("http:"), "\(text)")
            #expect(connection?.warnings.count == (text.contains("Transport") ? 1 : 0), "\(text)")
        }
        for (text, hub, words) in Self.faulty {
            let name: Comment = "\(text) of \(hub ?? "no hub")"
            let error = #expect(throws: HubConnectionError.self, name) {
                try HubConnection(connectionString: text, hub: hub)
            }
            let description = error?.description ?? ""
            #expect(description.contains(words) && !description.contains("c2VjcmV0"), "\(text): \(description)")
        }
    }
}
