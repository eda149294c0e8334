internal import HubEmulator
internal import PlainText

/// What each device of a local hub has on its lock screen, the newest first.
func screens(of hub: HubEmulator) -> String {
    var text = ""
    for device in hub.devices() {
        let name = "\(device.name) (\(device.tags.joined(separator: ", ")))"
        text += terminalSafe(name) + (device.lockScreen.isEmpty ? " shows nothing\n" : " shows\n")
        for shown in device.lockScreen.reversed() {
            text +=
                "  " + [shown.title, shown.text].compactMap(\.self).map(terminalSafe).joined(separator: ": ") + "\n"
        }
    }
    return text
}
