internal import JSON
internal import News

/// The values of a configuration file by option, checked against the table.
struct ConfigurationFile {
    /// The file's path as it was named.
    let path: String
    private(set) var values: [OptionName: [SettingValue]] = [:]
    /// Where its names stand.
    private let places: KeyPlaces

    /// Reads a configuration. Paths in it are relative to its own folder: cron starts programs in another one.
    init(_ bytes: [UInt8], path: String, home: String?) throws(ConfigurationError) {
        self.path = path
        let text = JSONWithComments(bytes)
        if let line = text.unendedCommentLine {
            throw .notJSON(file: path, line: line, column: 1, reason: "a comment begins here and never ends")
        }
        let root: JSONValue
        do {
            root = try JSONValue(parsing: text.blanked)
        } catch {
            throw .notJSON(file: path, line: error.line, column: error.column, reason: error.reason)
        }
        guard let object = root.object else {
            throw .notJSON(file: path, line: 1, column: 1, reason: "the file must hold one object { … }")
        }
        places = KeyPlaces(text.blanked)
        try read(object, under: "", PathBase(file: path, home: home))
    }

    /// The line of a key path; nil where it is not in the file.
    func line(of keyPath: String) -> Int? { places[keyPath]?.line }

    /// The file with line and column of a key path, as compilers write it, or of what should hold it.
    func place(of keyPath: String) -> String {
        path + (places.nearest(to: keyPath).map { ":\($0.line):\($0.column)" } ?? "")
    }

    private mutating func read(
        _ object: JSONObject, under prefix: String, _ base: PathBase
    ) throws(ConfigurationError) {
        let rows = OptionTable.configurable.filter { $0.key?.hasPrefix(prefix) == true }
        for (name, value) in object.members {
            let keyPath = prefix + name
            if let row = rows.first(where: { $0.key == keyPath }) {
                values[row.name] = try read(value, row, base)
            } else if rows.contains(where: { $0.key?.hasPrefix(keyPath + ".") == true }) {
                guard let inner = value.object else {
                    throw .badValue(
                        file: place(of: keyPath), path: keyPath, value: nil,
                        fault: ValueFault("must be an object { … }"))
                }
                try read(inner, under: keyPath + ".", base)
            } else {
                throw unknown(keyPath, name, prefix, rows)
            }
        }
    }

    private func unknown(
        _ keyPath: String, _ name: String, _ prefix: String, _ rows: [OptionDefinition]
    ) -> ConfigurationError {
        var known: [String] = []
        for key in rows.compactMap(\.key) {
            let inner = String(key.dropFirst(prefix.count).prefix { $0 != "." })
            if !known.contains(inner) { known.append(inner) }
        }
        if name.lowercased().contains("connectionstring") {
            return .secret(
                """
                \(place(of: keyPath)): \(keyPath): the connection string is a secret and has no place in the configuration: put it \
                into BULLETIN_HUB_CONNECTION_STRING, a file named by hubFile, or a systemd credential
                """)
        }
        let near = Self.key(ofOption: name, rows) ?? nearest(to: name, among: known)
        return .unknownKey(file: place(of: keyPath), path: keyPath, near: near, known: known)
    }

    /// The key of the option of that name, written as on a command line or in one word: a list has another name there,
    /// such as `categories` for `--category`.
    private static func key(ofOption name: String, _ rows: [OptionDefinition]) -> String? {
        func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" } }
        return rows.first { plain($0.name.rawValue) == plain(name) }?.key
    }

    private func read(
        _ value: JSONValue, _ row: OptionDefinition, _ base: PathBase
    ) throws(ConfigurationError) -> [SettingValue] {
        let keyPath = row.key ?? row.name.rawValue
        do {
            if let structure = try row.kind.structure(of: value) { return [structure] }
        } catch {
            let isElement = error.path.isEmpty || error.path.hasPrefix("[")
            let inner = keyPath + (isElement ? "" : ".") + error.path
            throw .badValue(file: place(of: inner), path: inner, value: error.value, fault: error.problem)
        }
        switch (row.kind, value) {
        case (.assignment(let names, _), .object(let object)):
            return try assignments(object, names, keyPath, base)
        case (.assignment(let names, _), .string(let text)) where names.haveDefault:
            do {
                return [.assignment(name: "default", value: try names.checked(value: text))]
            } catch {
                throw .badValue(file: place(of: keyPath), path: keyPath, value: text, fault: error)
            }
        case (_, .array(let elements)) where row.isRepeatable && !row.kind.isAssignment:
            var found: [SettingValue] = []
            for (position, element) in elements.enumerated() {
                found.append(try single(element, row.kind, "\(keyPath)[\(position)]", base))
            }
            return found
        default:
            return [try single(value, row.kind, keyPath, base, isList: row.isRepeatable)]
        }
    }

    private func assignments(
        _ object: JSONObject, _ names: ValueKind.Names, _ keyPath: String, _ base: PathBase
    ) throws(ConfigurationError) -> [SettingValue] {
        var found: [SettingValue] = []
        for (name, value) in object.members {
            let inner = "\(keyPath).\(name)"
            guard let text = value.string else {
                throw .badValue(
                    file: place(of: inner), path: inner, value: nil, fault: ValueFault("must be a text in quotes"))
            }
            do {
                let name = try names.checked(name)
                found.append(
                    .assignment(name: names.isPath(name) ? base.resolved(name, .source) : name, value: text))
            } catch {
                throw .badValue(file: place(of: inner), path: inner, value: name, fault: error)
            }
            do { _ = try names.checked(value: text) } catch {
                throw .badValue(file: place(of: inner), path: inner, value: text, fault: error)
            }
        }
        return found
    }

    private func single(
        _ value: JSONValue, _ kind: ValueKind, _ keyPath: String, _ base: PathBase, isList: Bool = false
    ) throws(ConfigurationError) -> SettingValue {
        guard let text = kind.text(of: value) else {
            throw .badValue(
                file: place(of: keyPath), path: keyPath, value: nil,
                fault: ValueFault("must be \(kind.jsonForm(isList: isList))"))
        }
        do {
            return try kind.value(from: base.resolved(text, kind))
        } catch {
            throw .badValue(file: place(of: keyPath), path: keyPath, value: text, fault: error)
        }
    }
}

/// What relative paths in a configuration are relative to.
private struct PathBase {
    let folder: String
    let home: String?

    init(file: String, home: String?) {
        folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        self.home = home
    }

    func resolved(_ text: String, _ kind: ValueKind) -> String {
        switch kind {
        case .path: resolved(text)
        case .source: isWebAddress(text) ? text : resolved(text)
        default: text
        }
    }

    private func resolved(_ path: String) -> String {
        if path.isEmpty || path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home { return home + path.dropFirst(1) }
        return folder + path
    }
}

extension ValueKind {
    fileprivate var isAssignment: Bool {
        if case .assignment = self { true } else { false }
    }

    /// The value as it would be typed on a command line; nil when it is of another JSON type than the kind wants.
    func text(of value: JSONValue) -> String? {
        switch (self, value) {
        case (.flag, .boolean(let truth)): truth ? "true" : "false"
        case (.integer, .integer(let number)), (.size, .integer(let number)): String(number)
        case (.flag, _), (.integer, _), (.assignment, _), (.quietHours, _), (.caps, _), (.breaking, _),
            (.feedSettings, _), (.rules, _):
            nil
        case (_, .string(let text)): text
        default: nil
        }
    }

    /// What a JSON value of this kind looks like, to follow "must be".
    func jsonForm(isList: Bool) -> String {
        let form =
            switch self {
            case .flag: "true or false"
            case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .duration: "a duration such as \"30m\" or \"6h\""
            case .size: "a size such as \"16MiB\""
            case .assignment(_, let placeholder):
                "an object of names and texts (\(placeholder))"
            default: "a text in quotes"
            }
        return isList && !isAssignment ? "\(form), or an array [ … ] of such" : form
    }
}
