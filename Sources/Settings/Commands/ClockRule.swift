extension ResolvedSettings {
    /// A moved clock would announce old news, or hide new ones, on real phones: `--now` is for previews and for hubs on
    /// the loopback address.
    public func checkClock(hubIsOnLoopback: Bool) throws(UsageError) {
        guard now != nil, !isSet(.dryRun), !hubIsOnLoopback else { return }
        throw .conflict("--now moves the clock: with a hub that reaches real phones it needs --dry-run")
    }
}
