internal import HTTPServer
internal import JSON

/// One operation of a PATCH on an installation.
struct InstallationChange: Sendable {
    enum Operation: String, Sendable {
        case add, replace, remove
    }

    var operation: Operation
    /// The parts of the path.
    var path: [String]
    var value: JSONValue?

    /// Reads the array of operations.
    static func list(reading body: [UInt8]) throws(Refusal) -> [InstallationChange] {
        guard let array = (try? JSONValue(parsing: body))?.array, !array.isEmpty, array.count <= 1_000 else {
            throw Refusal(400, "The body of a PATCH must be a JSON array of operations.")
        }
        var changes: [InstallationChange] = []
        for element in array { changes.append(try InstallationChange(element)) }
        return changes
    }

    private init(_ element: JSONValue) throws(Refusal) {
        guard let object = element.object, let name = object.member("op")?.string,
            let operation = Operation(rawValue: name.lowercased()), let path = object.member("path")?.string
        else { throw Refusal(400, "An operation needs 'op' (add, replace, remove) and 'path'.") }
        self.operation = operation
        // The deepest place of an installation is /secondaryTiles/NAME/templates/NAME/headers/NAME.
        let depth = path.utf8.count { $0 == UInt8(ascii: "/") }
        guard depth <= 8 else { throw Refusal(400, "The path of an operation is too deep.") }
        self.path = path.split(separator: "/").map(String.init)
        value = object.member("value")
        guard !self.path.isEmpty, operation == .remove || value != nil else {
            throw Refusal(400, "The operation on '\(path.prefix(80))' has no value.")
        }
    }

    /// The installation with the change made.
    func applied(to installation: Installation) throws(Refusal) -> Installation {
        var changed = installation
        let root = changed.members.names.first { equalIgnoringCase($0, path[0]) } ?? path[0]
        if equalIgnoringCase(root, "tags") {
            changed.members[root] = .array(try tags(changed.members[root]?.array ?? []))
        } else if path.count == 1 {
            // An object may come as JSON text (.NET, Java); a text member stays text.
            let isText = ["pushchannel", "userid", "expirationtime"].contains(root.lowercased())
            changed.members[root] = operation == .remove ? nil : isText ? value : opened
        } else {
            changed.members[root] = change(changed.members[root] ?? .object(JSONObject()), at: path.dropFirst())
        }
        changed.members["installationId"] = .string(installation.id)
        return changed
    }

    private func tags(_ tags: [JSONValue]) throws(Refusal) -> [JSONValue] {
        switch (operation, path.count) {
        case (.remove, 2): return tags.filter { $0.string != path[1] }
        case (.remove, 1): return []
        case (_, 1):
            if let list = opened?.array { return operation == .add ? tags + list : list }
            guard let tag = value, tag.string != nil else { throw Refusal(400, "A tag must be a string.") }
            return operation == .add ? tags + [tag] : [tag]
        default: throw Refusal(400, "The path '/\(path.joined(separator: "/").prefix(80))' is not supported.")
        }
    }

    private func change(_ value: JSONValue, at rest: ArraySlice<String>) -> JSONValue {
        guard let name = rest.first else { return value }
        var object = value.object ?? JSONObject()
        if rest.count == 1 {
            object[name] = operation == .remove ? nil : newValue(of: name, before: object[name])
        } else {
            object[name] = change(object[name] ?? .object(JSONObject()), at: rest.dropFirst())
        }
        return .object(object)
    }

    private func newValue(of name: String, before: JSONValue?) -> JSONValue? {
        // A template's body is JSON as text and stays text; its tags are added to one by one.
        if equalIgnoringCase(name, "body") { return value }
        if equalIgnoringCase(name, "tags"), operation == .add, let tag = value, opened?.array == nil {
            return .array((before?.array ?? []) + [tag])
        }
        return opened
    }

    /// The value; a text that is the JSON of an object or array is taken as that.
    private var opened: JSONValue? {
        guard let text = value?.string, let inner = try? JSONValue(parsing: text),
            inner.object != nil || inner.array != nil
        else { return value }
        return inner
    }
}
