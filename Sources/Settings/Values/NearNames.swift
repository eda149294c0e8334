internal import PlainText

/// The candidate that somebody who typed `name` most likely meant, if one is near: it begins with what was typed (three
/// letters or more), or it differs by a few slips of the fingers. Case does not count.
func nearest(to name: String, among candidates: [String]) -> String? {
    let typed = name.prefix(64).lowercased()
    if typed.utf8.count >= 3, let longer = candidates.first(where: { $0.lowercased().hasPrefix(typed) }) {
        return longer
    }
    return nearestName(to: name, among: candidates)
}
