public import TimeZones

extension ResolvedSettings {
    /// The zone of the quiet hours, from the system's files (`$TZDIR`, else `/usr/share/zoneinfo`); nil without quiet
    /// hours.
    public func quietZone() throws(ConfigurationError) -> TimeZone? {
        guard let name = quiet?.zone else { return nil }
        let zones = TimeZones(folder: surroundings.setVariable("TZDIR") ?? TimeZones.standardFolder) { path in
            surroundings.read(path).map(\.bytes)
                .mapError { ZoneFileFault(isMissing: $0.isMissing, reason: $0.reason) }
        }
        do {
            return try zones.zone(named: name)
        } catch {
            let fault = ValueFault(error.problem)
            guard case .file? = source(of: .quietHours), let file else {
                throw .invalid("--quiet-hours: zone: " + UsageError.words(name, fault))
            }
            throw .badValue(file: file.place(of: "quiet.zone"), path: "quiet.zone", value: name, fault: fault)
        }
    }
}
