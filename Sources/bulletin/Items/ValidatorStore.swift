internal import Fetching
internal import Glibc
internal import JSON
internal import Settings

/// ETag and Last-Modified of addresses, kept in one small file between runs of `items --state FOLDER`.
///
/// It is a cache: what cannot be read is asked for again.
struct ValidatorStore {
    private let folder: String
    private var entries = JSONObject()
    private var isChanged = false

    private var path: String { "\(folder)/validators.json" }

    /// What the folder holds; nothing when there is no such file, or when it is damaged.
    init(folder: String) {
        self.folder = folder
        guard let bytes = try? contents(of: path, limit: 256 << 20), let value = try? JSONValue(parsing: bytes) else {
            return
        }
        entries = value.object ?? JSONObject()
    }

    /// What an address gave last time.
    func validators(for address: String) -> FeedValidators {
        guard let entry = entries[address] else { return FeedValidators() }
        return FeedValidators(etag: entry["etag"]?.string, lastModified: entry["lastModified"]?.string)
    }

    /// Keeps what an address gave with a document; those of one that could not be read would hide it for ever.
    mutating func keep(_ validators: FeedValidators, for address: String) {
        var entry = JSONObject()
        if let etag = validators.etag { entry["etag"] = .string(etag) }
        if let date = validators.lastModified { entry["lastModified"] = .string(date) }
        let value: JSONValue? = validators.isEmpty ? nil : .object(entry)
        guard entries[address] != value else { return }
        entries[address] = value
        isChanged = true
    }

    /// Writes the file anew, in one step, so that a run that is cut off leaves the old one.
    func save() throws(Failure) {
        guard isChanged else { return }
        mkdir(folder, 0o777)
        let draft = "\(path).\(getpid())"
        guard write(draft), rename(draft, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(draft)
            throw Failure(.cannotWrite, "\(path): \(reason)")
        }
    }

    private func write(_ draft: String) -> Bool {
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var rest = Array(JSONValue.object(entries).text().utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}
