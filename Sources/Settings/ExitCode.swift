/// How the program ends. The numbers above 63 are those of `sysexits.h`.
public enum ExitCode: Int32, CaseIterable, Sendable {
    /// Done, or nothing new.
    case done = 0
    /// Some feeds or some categories failed; the rest was done, what failed stays pending.
    case partlyDone = 1
    /// No feed could be read.
    case noFeedRead = 2
    /// The outcome of a notification became unknown in this run.
    case outcomeUnknown = 3
    /// Another broadcast is running on this ledger.
    case locked = 4
    /// The command line is wrong.
    case usage = 64
    /// A feed list or a ledger is damaged.
    case badInput = 65
    /// The hub cannot be reached, or refuses everything.
    case hubUnavailable = 69
    /// The ledger, or the output, cannot be written.
    case cannotWrite = 74
    /// The hub refuses the key or the right.
    case refused = 77
    /// The configuration is wrong.
    case badConfiguration = 78

    /// What the code means, as `help` lists it.
    public var meaning: String {
        switch self {
        case .done: "done, or nothing new"
        case .partlyDone: "partly done: some feeds or some categories failed, the rest was done"
        case .noFeedRead: "no feed could be read"
        case .outcomeUnknown: "the outcome of a notification became unknown in this run"
        case .locked: "another broadcast is running on this ledger"
        case .usage: "wrong command line"
        case .badInput: "bad input data: a feed list, a damaged ledger"
        case .hubUnavailable: "the hub cannot be reached, or refuses everything"
        case .cannotWrite: "the ledger or the output cannot be written"
        case .refused: "the hub refuses the key or the right"
        case .badConfiguration: "bad configuration"
        }
    }

    /// The one code for a run in which several things happened: what needs a person soonest comes first. What ends a
    /// run before its work (usage, input, configuration, lock) stands alone, so it goes before everything.
    public static func combining(_ codes: some Sequence<ExitCode>) -> ExitCode {
        let found = Set(codes)
        return precedence.first { found.contains($0) } ?? .done
    }

    private static let precedence: [ExitCode] = [
        .usage, .badConfiguration, .badInput, .locked,
        .outcomeUnknown, .refused, .cannotWrite, .hubUnavailable, .noFeedRead, .partlyDone,
    ]
}
