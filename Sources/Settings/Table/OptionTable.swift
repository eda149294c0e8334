/// All options. They stand in several files by what they are about; a row is found by its name and the command, since a
/// name such as `--format` may take other values in another command.
public enum OptionTable {
    /// Every row.
    public static let all: [OptionDefinition] =
        reading + items + mapping + choosing + desk + devices + message + languages + hub + backend + health + upkeep
        + output
        + common

    /// The rows that `command` accepts, in the table's order.
    public static func rows(for command: CommandName) -> [OptionDefinition] {
        all.filter { $0.isAccepted(by: command) }
    }

    /// The rows that stand for a key of the configuration.
    public static var configurable: [OptionDefinition] {
        all.filter { $0.key != nil }
    }

    /// The first row of that name, for what all rows of a name have in common: whether they take a value.
    static func anyRow(named name: some StringProtocol) -> OptionDefinition? {
        all.first { $0.name.rawValue == name }
    }

    /// The first row with that letter.
    static func anyRow(short letter: Character) -> OptionDefinition? {
        all.first { $0.short == letter }
    }
}
