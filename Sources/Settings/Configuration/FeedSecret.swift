extension ResolvedSettings {
    /// The secret in an environment variable that a feed list names.
    public func feedSecret(variable name: String) throws(ConfigurationError) -> Secret {
        guard let text = surroundings.setVariable(name) else {
            throw .secret("the environment variable \(name) is not set")
        }
        return Secret(text)
    }

    /// The secret in the first line of a file that a feed list names; others must not be able to read it.
    public func feedSecret(file: String) throws(ConfigurationError) -> Secret {
        switch surroundings.read(file) {
        case .failure(let fault): throw .unreadable(file: file, reason: fault.reason)
        case .success(let content):
            try HubSecret.checkProtection(content.status, of: file, user: surroundings.user)
            let lines = String(decoding: content.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            guard let line = lines.first else { throw .secret("\(file): is empty") }
            return Secret(String(line))
        }
    }
}
