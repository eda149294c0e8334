internal import Settings

/// An honest name, with a way to reach the newsroom where it gives one.
func userAgent(_ settings: ResolvedSettings) -> String {
    "bulletin/\(programVersion)" + (settings.contact.map { " (+\($0))" } ?? "")
}
