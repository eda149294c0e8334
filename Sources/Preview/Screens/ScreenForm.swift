internal import HubLanguage

/// How much of an alert a device shows before somebody opens it.
///
/// Devices cut by pixels, and people set the size of their type, so this is what a common model shows as delivered: an
/// iPhone four lines under the title, an Android phone one line of a notification that is not unfolded, Windows three
/// lines of a toast.
struct ScreenForm {
    /// What people call the device.
    var device: String
    /// Letters of middling width in a line.
    var columns: Int
    /// Lines of text under the title.
    var lines: Int
    /// The name for styles of the page.
    var style: String

    init(_ platform: Platform) {
        self =
            switch platform {
            case .apns: ScreenForm(device: "iPhone", columns: 40, lines: 4, style: "apple")
            case .wns: ScreenForm(device: "Windows", columns: 44, lines: 3, style: "windows")
            case .fcmV1: ScreenForm(device: "Android phone", columns: 44, lines: 1, style: "android")
            default: ScreenForm(device: platform.name, columns: 44, lines: 1, style: "android")
            }
    }

    private init(device: String, columns: Int, lines: Int, style: String) {
        self.device = device
        self.columns = columns
        self.lines = lines
        self.style = style
    }
}

/// What stands on a screen of so many columns, cut where the device cuts.
struct ScreenText: Equatable {
    /// The title, line by line; most devices give it one.
    var title: [String]
    /// The text, line by line.
    var body: [String]
    /// Something of it is not seen.
    var isCut: Bool

    /// On a narrower terminal about as much is shown in more lines: what is cut is up to the device.
    init(_ alert: ShownAlert, _ form: ScreenForm, columns: Int = .max) {
        let columns = min(form.columns, columns)
        func lines(_ count: Int) -> Int { (count * form.columns + columns - 1) / columns }
        let titleLines = alert.title.map { ScreenLines($0, columns: columns, most: lines(1)) }
        let lines = ScreenLines(alert.body, columns: columns, most: lines(form.lines))
        title = titleLines?.lines ?? []
        body = lines.lines
        isCut = lines.isCut || titleLines?.isCut == true
    }
}
