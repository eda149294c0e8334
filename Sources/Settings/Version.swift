/// The version of the program, as `--version` prints it and the user agent carries it.
public let programVersion = "0.1.0"
/// The day on which that version was made, as the manual page bears it.
public let programDate = "2026-11-30"
