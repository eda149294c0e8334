extension ScheduledJob {
    /// A line for a crontab, with what to do with it.
    var crontab: String {
        let command = words(withHubFile: true).map(quotedForCron).joined(separator: " ")
        return """
            # Breaking news from feeds to phones. For the crontab of the user \(user): crontab -u \(user) -e
            # Both streams stay empty unless somebody is needed, so that what cron mails is worth reading.
            \(times)  \(command)

            """
    }

    private var times: String {
        switch minutes {
        case 1: "* * * * *"
        case ..<60: "*/\(minutes) * * * *"
        case 60: "0 * * * *"
        case 1_440: "0 0 * * *"
        default: "0 */\(minutes / 60) * * *"
        }
    }
}

/// A word for the shell, and for cron, to which a percent sign is the end of the line.
private func quotedForCron(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
        byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
            || "/._-+,:@=".utf8.contains(byte)
    }
    let quoted = isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    return quoted.replacing("%", with: "\\%")
}
