internal import Fetching
internal import HTTP
internal import News
internal import Settings

extension ResolvedSettings {
    /// What holds for all requests for feeds and lists.
    var feedClientSettings: HTTPClientSettings {
        HTTPClientSettings(userAgent: userAgent(self), refusesPrivateAddresses: isSet(.publicOnly))
    }

    /// A secret that the list of feeds names.
    func feedSecret(at place: SecretPlace) -> Result<String, SecretTrouble> {
        do {
            switch place {
            case .variable(let name): return .success(try feedSecret(variable: name).revealed)
            case .file(let path): return .success(try feedSecret(file: path).revealed)
            }
        } catch {
            return .failure(SecretTrouble(error.message))
        }
    }
}
