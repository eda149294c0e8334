internal import Bulletins
internal import HTTP
internal import HubLanguage
internal import News
internal import NotificationHub

extension Preview {
    /// The preview as one page that an editor opens: no script, nothing from outside, light and dark, on paper and on a
    /// phone. Whatever a feed says is text on it.
    public var html: String {
        let style = pageStyle + filterStyle
        // Nothing but this style, known by its digest, has any effect on the page.
        let policy = "default-src 'none'; style-src 'sha256-\(styleDigest(style))'; base-uri 'none'; form-action 'none'"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>Preview of \(escaped(clock(now))): \(escaped(summary.lowercased()))</title>
            <style>\(style)</style>
            </head>
            <body>
            \(header)<main>
            \(zip(1..., notifications).map { $1.card(number: $0, self) }.joined())\(leftOutSection)</main>
            </body>
            </html>

            """
    }

    private var header: String {
        var text = "<header>\n<h1>\(escaped(summary))</h1>\n"
        let time = "<time datetime=\"\(now)\">\(escaped(clock(now)))</time>"
        text += "<p>As of \(time). Nothing was sent, and nothing was changed.</p>\n"
        if !feedTroubles.isEmpty {
            let troubles = feedTroubles.map { "<li>\(isolated($0))</li>" }.joined(separator: "\n")
            text += "<h2>Feeds that could not be read</h2>\n<ul class=\"troubles\">\n\(troubles)\n</ul>\n"
        }
        let entries =
            zip(1..., notifications).map { "<li><a href=\"#n\($0)\">\(escaped($1.heading))</a></li>" }
            + (leftOut.isEmpty ? [] : ["<li><a href=\"#left-out\">Left out: \(leftOut.count)</a></li>"])
        if !entries.isEmpty {
            text += "<nav aria-label=\"On this page\"><ul>\n\(entries.joined(separator: "\n"))\n</ul></nav>\n"
        }
        return text + "</header>\n"
    }
}

extension PreviewedNotification {
    fileprivate func card(number: Int, _ preview: Preview) -> String {
        """
        <article id="n\(number)" aria-labelledby="n\(number)-name">
        <h2 id="n\(number)-name">\(escaped(heading)) <span class="target">to <code>\(isolated(target))</code></span></h2>
        \(messages)\(manner.map { "<p class=\"note\">\(escaped($0))</p>\n" }.joined())\
        <h3>On the lock screen</h3>
        <div class="screens">
        \(payloads.map { $0.figure(preview) }.joined())</div>
        <h3>Bytes</h3>
        \(sizeTable)<h3>\(stories.count == 1 ? "The story" : "The stories")</h3>
        <ol>
        \(stories.map { $0.entry(preview) }.joined())</ol>
        \(payloadDetails)\(requestDetails)</article>

        """
    }

    private var messages: String {
        let isSingle = bulletin.editions.count < 2
        return bulletin.editions.map { edition in
            let language = edition.language.map { " lang=\"\(escaped($0.text))\"" } ?? ""
            let name =
                isSingle
                ? ""
                : "<span class=\"fact\">\(escaped(edition.language?.text ?? "")) <code>\(edition.property)</code></span> "
            let cut = edition.cut.map { "<p class=\"note\">\(escaped($0.words))</p>\n" } ?? ""
            return "<p class=\"message\">\(name)<bdi\(language)>\(escaped(edition.message))</bdi></p>\n" + cut
        }.joined()
    }

    private var sizeTable: String {
        let rows = sizes.map { row in
            let limit = row.limit < .max ? "\(row.limit)" : "–"
            let meter =
                row.limit < .max
                ? "<meter min=\"0\" max=\"\(row.limit)\" value=\"\(row.bytes)\" aria-hidden=\"true\"></meter>" : ""
            return
                "<tr><th scope=\"row\">\(escaped(row.name))</th><td>\(row.bytes)</td><td>\(limit)</td><td>\(meter)</td></tr>"
        }
        return """
            <table>
            <thead><tr><th scope="col">Of</th><th scope="col">Used</th><th scope="col">Limit</th>\
            <td></td></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>

            """
    }

    private var payloadDetails: String {
        let parts = payloads.map { payload in
            "<h4>\(escaped(payload.device))</h4>\n<pre dir=\"ltr\">\(escaped(payload.payload))</pre>\n"
        }
        let words = platform == nil ? "Payloads, as the templates turn them" : "Payload"
        return "<details>\n<summary>\(words)</summary>\n\(parts.joined())</details>\n"
    }

    private var requestDetails: String {
        let shown = request.withoutSignature
        let headers = shown.headers.map { "\($0.name): \($0.value)" }
        let lines =
            ["\(shown.method.rawValue) \(shown.address)"] + headers
            + ["", String(decoding: shown.body ?? [], as: UTF8.self)]
        return
            "<details>\n<summary>The request</summary>\n<pre dir=\"ltr\">\(escaped(lines.joined(separator: "\n")))</pre>\n</details>\n"
    }
}

extension FilledPayload {
    /// The lock screen as a picture. Its text is whole; what the device cuts is cut by the style.
    fileprivate func figure(_ preview: Preview) -> String {
        let form = ScreenForm(platform)
        let language = language.map { " lang=\"\(escaped($0))\"" } ?? ""
        let body = shown.body.isEmpty ? "" : "<p class=\"body\" dir=\"auto\"\(language)>\(escaped(shown.body))</p>"
        let title = shown.title.map { "<p class=\"title\" dir=\"auto\"\(language)>\(escaped($0))</p>" } ?? ""
        let alert =
            shown.isBlank
            ? "<p class=\"lack\">\(escaped(shown.lack))</p>"
            : "<div class=\"alert\"><p class=\"app\" aria-hidden=\"true\"><span></span>Your app</p>\(title)\(body)</div>"
        let cut = ScreenText(shown, form).isCut ? " (cut off there)" : ""
        return """
            <figure class="\(form.style)" aria-label="\(escaped(device))\(cut)">
            <div class="screen"><p class="clock" aria-hidden="true">\(escaped(String(preview.clock(preview.now).suffix(5))))</p>\(alert)</div>
            <figcaption>\(escaped(device))\(cut)</figcaption>
            </figure>

            """
    }
}

extension PreviewedStory {
    fileprivate func entry(_ preview: Preview) -> String {
        let title = headline.isEmpty ? "(no title)" : headline
        let language = language.map { " lang=\"\(escaped($0))\"" } ?? ""
        var text =
            "<li><p><bdi\(language)>\(escaped(title))</bdi></p>\n<p class=\"fact\">\(isolated(facts(preview)))</p>\n"
        if let link { text += "<p class=\"link\">\(linked(link))</p>\n" }
        if feeds.count > 1 {
            text += "<p class=\"fact\">Carried by \(feeds.map(isolated).joined(separator: ", "))</p>\n"
        }
        if !because.isEmpty {
            text += "<p class=\"fact\">Because: \(because.map(isolated).joined(separator: "; "))</p>\n"
        }
        return text + "</li>\n"
    }
}
