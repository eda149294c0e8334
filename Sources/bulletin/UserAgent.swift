internal import HTTP
internal import Settings

/// An honest name, with a way to reach the newsroom where it gives one.
func userAgent(_ settings: ResolvedSettings) -> String {
    "bulletin/\(programVersion)" + (settings.contact.map { " (+\($0))" } ?? "")
}

/// What feeds are asked for: servers that can choose should send the feed, not the page it belongs to.
let feedAcceptHeader = HTTPHeader(
    "Accept", "application/atom+xml, application/rss+xml, application/rdf+xml;q=0.9, application/xml;q=0.8, */*;q=0.5")
