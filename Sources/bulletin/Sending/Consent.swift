internal import Glibc
internal import PlainText
internal import Settings
internal import Terminal

extension CommandContext {
    /// Asks before a message goes to every device: whoever mistypes that wakes everybody. Where nobody can be asked, as
    /// under cron, `--yes` says it.
    func checkConsent(toSend message: String) throws(Failure) {
        guard settings.isSet(.everyone), !settings.isSet(.yes), !settings.isSet(.dryRun) else { return }
        guard isatty(STDIN_FILENO) == 1, isatty(errors.descriptor) == 1 else {
            throw Failure(
                .usage, "--everyone sends to every device of the hub; without a terminal to ask on, it needs --yes")
        }
        errors.write("Send to every device: \(terminalSafe(message)) [y/N] ")
        errors.flush()
        let answer = (readLine() ?? "").lowercased()
        guard ["y", "yes"].contains(answer) else { throw Failure(.usage, "not sent") }
    }
}
