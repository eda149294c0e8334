internal import Bulletins
internal import HTTP
internal import News
internal import NotificationHub
internal import PlainText

extension Preview {
    /// A shell script with one command for each request, to be pasted whole or in part.
    ///
    /// The token is made when a command runs, from `BULLETIN_HUB_CONNECTION_STRING`. Neither the key nor the token
    /// becomes an argument of a process, where every user of the machine could read it: Python takes the one from the
    /// environment, curl the other from its standard input.
    public var curl: String {
        guard !notifications.isEmpty else { return "# Nothing would be sent.\n" }
        return Preview.tokenFunction + notifications.map(\.curl).joined()
    }

    private static let tokenFunction = """
        # bulletin_token AUDIENCE prints a header line for curl with a token that is valid for half an hour.
        bulletin_token() {
            python3 -c '
        import base64, hashlib, hmac, os, sys, time, urllib.parse
        text = os.environ["BULLETIN_HUB_CONNECTION_STRING"].strip("\\r\\n")
        parts = dict(part.split("=", 1) for part in text.split(";") if "=" in part)
        parts = {name.strip().lower(): value for name, value in parts.items()}
        audience, expiry = sys.argv[1], str(int(time.time()) + 1800)
        digest = hmac.new(parts["sharedaccesskey"].encode(), (audience + chr(10) + expiry).encode(), hashlib.sha256)
        signature = urllib.parse.quote(base64.b64encode(digest.digest()), safe="")
        name = urllib.parse.quote(parts["sharedaccesskeyname"].strip(), safe="")
        print(f"header = \\"Authorization: SharedAccessSignature sr={audience}&sig={signature}&se={expiry}&skn={name}\\"")
        ' "$1"
        }

        """
}

extension PreviewedNotification {
    fileprivate var curl: String {
        var words = [
            "bulletin_token \(quoted(encodedAudience)) |", "curl", "--config", "-", "--silent", "--show-error",
            "--fail-with-body", "--request", request.method.rawValue,
        ]
        for header in request.headers { words += ["--header", quoted("\(header.name): \(header.value)")] }
        words += ["--data-binary", quoted(String(decoding: request.body ?? [], as: UTF8.self))]
        words.append(quoted(request.address))
        let count = stories.count
        return """

            # \(heading): \(count) \(count == 1 ? "story" : "stories")
            \(words.joined(separator: " "))

            """
    }
}

/// A word for any shell: in single quotes nothing has a meaning but the single quote itself.
private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}
