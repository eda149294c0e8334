internal import CLibCrypto
internal import HTTPServer
internal import HubLanguage
internal import JSON
internal import News

// What every device has on its lock screen, for people and for programs.
extension EmulatorState {
    /// A page shows at most so many devices: those that showed something first.
    private static let devicesOnPage = 200

    var screensAsJSON: HubResponse {
        let devices = hub.emulatedDevices.map { device in
            JSONValue.object(
                JSONObject([
                    ("name", .string(device.name)), ("platform", .string(device.platform.installationName)),
                    ("handle", .string(device.handle)), ("tags", .array(device.tags.map(JSONValue.string))),
                    ("lock_screen", .array(device.lockScreen.reversed().map(\.onScreen))),
                ]))
        }
        let value: JSONValue = ["hub": .string(hub.hubName), "devices": .array(devices)]
        return HubResponse(200, body: value.text(.indented) + "\n", contentType: HubResponse.json)
    }

    var screensAsPage: HubResponse {
        let all = hub.emulatedDevices
        // Those that show something come first, in their order.
        let sorted = all.filter { !$0.lockScreen.isEmpty } + all.filter(\.lockScreen.isEmpty)
        let shown = sorted.prefix(EmulatorState.devicesOnPage)
        var body = "<h1>\(hub.hubName)</h1>\n"
        body += "<p>\(hub.notifications.accepted) notifications taken in, \(all.count) devices"
        body += shown.count < all.count ? ", \(shown.count) of them here" : ""
        body += "</p>\n<main>\n" + shown.map(\.section).joined() + "</main>\n"
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta http-equiv="refresh" content="5">
            <meta name="viewport" content="width=device-width">
            <title>\(hub.hubName): lock screens</title>
            <style>\(style)</style>
            \(body)</html>

            """
        var response = HubResponse(200, body: page, contentType: HubResponse.html)
        // Nothing but the page's own style is allowed, by its digest: what a notification holds can do nothing here.
        response.headers.add(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'sha256-\(base64SHA256(of: style))'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'")
        response.headers.add("X-Content-Type-Options", "nosniff")
        response.headers.add("Referrer-Policy", "no-referrer")
        response.headers.add("Cache-Control", "no-store")
        return response
    }
}

private let style = """
    body { font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #222; background: #f3f3f0 }
    main { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
    section { width: 19rem; padding: 1rem; border-radius: 1.2rem; background: #24303c; color: #fff }
    h2 { font-size: 1rem; margin: 0 } .tags { margin: 0 0 .6rem; color: #b9c4cf; font-size: .85rem }
    article { background: #fff; color: #222; border-radius: .7rem; padding: .5rem .7rem; margin-top: .5rem }
    article p { margin: 0; overflow-wrap: anywhere; white-space: pre-line } time { color: #666; font-size: .75rem }
    """

extension EmulatedDevice {
    fileprivate var section: String {
        let articles = lockScreen.reversed().map(\.article).joined()
        let tags = tags.isEmpty ? "follows nothing" : "follows " + tags.map(markup).joined(separator: ", ")
        return "<section>\n<h2>\(markup(name))</h2>\n<p class=\"tags\">\(platform.name), \(tags)</p>\n"
            + (articles.isEmpty ? "<p class=\"tags\">shows nothing</p>\n" : articles) + "</section>\n"
    }
}

extension ShownNotification {
    fileprivate var article: String {
        let title = title.map { "<p><strong>\(markup($0))</strong></p>" } ?? ""
        let words = text.isEmpty ? "<em>nothing to read (\(kind.rawValue))</em>" : markup(text)
        return "<article>\(title)<p>\(words)</p><time>\(time)</time></article>\n"
    }

    fileprivate var onScreen: JSONValue {
        [
            "title": JSONValue(title), "text": .string(text), "kind": .string(kind.rawValue),
            "time": .string(time.description), "notification": .string(notificationID),
        ]
    }
}

/// Text in a page: escaped, without control characters, and its direction kept to itself.
private func markup(_ text: String) -> String {
    let clean = String(
        String.UnicodeScalarView(text.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control })
    )
    return "<bdi>\(xmlText(clean).replacing("&#10;", with: "\n"))</bdi>"
}

private func base64SHA256(of text: String) -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    let bytes = Array(text.utf8)
    SHA256(bytes, bytes.count, &digest)
    return base64(digest)
}
