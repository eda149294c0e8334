/// The version of the program, as `--version` prints it and the user agent carries it.
public let programVersion = "0.1.0"
