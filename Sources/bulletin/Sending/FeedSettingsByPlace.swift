internal import Feeds
internal import News
internal import Settings

/// What the configuration says of single feeds and hosts, read as the feed list reads its attributes.
struct PlacedFeedSettings {
    private var byAddress: [String: [FeedSetting]] = [:]
    private var byHost: [String: [FeedSetting]] = [:]

    /// Reads them all, so that a slip is told whether or not the feed is in a list.
    init(_ settings: ResolvedSettings) throws(Failure) {
        guard let places = settings.feedSettings else { return }
        let path = settings.source(of: .feedSettings) == .option ? nil : settings.configurationPath
        let folder = path.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } }
        for entry in places.entries {
            let named = entry.settings.map { (name: $0.name, value: $0.value) }
            do {
                let read = try FeedList.settings(named, baseFolder: folder)
                if entry.place.contains("://") {
                    byAddress[entry.place] = read
                } else {
                    byHost[entry.place.lowercased()] = read
                }
            } catch {
                let key = "feedSettings.\(entry.place).\(error.name)"
                let start = path == nil ? "--feed-settings" : "\(settings.place(of: key)): feedSettings"
                throw Failure(
                    path == nil ? .usage : .badConfiguration,
                    "\(start).\(withoutCredentials(entry.place)).\(error.name): \(error.reason)")
            }
        }
    }

    /// The feed with what holds for it. What its list says counts most, then what is said of its address, then of its host.
    func settled(_ feed: Feed) -> Feed {
        guard case .address(let address) = feed.location, !byAddress.isEmpty || !byHost.isEmpty else { return feed }
        var feed = feed
        feed.add(byAddress[address] ?? [])
        feed.add(byHost[authority(of: address)] ?? [])
        return feed
    }

    /// The addresses and hosts that none of these feeds is at.
    func places(without feeds: [Feed]) -> [String] {
        var addresses: Set<String> = []
        var hosts: Set<String> = []
        for case .address(let address) in feeds.map(\.location) {
            addresses.insert(address)
            hosts.insert(authority(of: address))
        }
        return (byAddress.keys.filter { !addresses.contains($0) } + byHost.keys.filter { !hosts.contains($0) }).sorted()
    }

    /// Host and port as they stand in the address.
    private func authority(of address: String) -> String {
        let rest = withoutCredentials(address).drop { $0 != ":" }.dropFirst("://".count)
        return rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
    }
}
