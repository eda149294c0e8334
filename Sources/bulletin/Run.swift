internal import Glibc
internal import Settings
internal import Terminal

/// The whole program: words of the command line in, exit code out.
func runProgram() -> Never {
    holdStandardStreams()
    ignoreWriteSignals()
    let streams = Streams(output: .standardOutput(), errors: .standardError())
    let code = run(Array(CommandLine.arguments.dropFirst()), streams, .process)
    // What was told to stop says so, as every shell expects, whatever else it came to: that is in the ledger.
    exit(StopSignals.pending.map { 128 + $0 } ?? code.rawValue)
}

/// Where the program writes.
struct Streams {
    let output: Output
    let errors: Output
}

/// Runs one command line. Errors of every module become text here and nowhere else.
func run(_ arguments: [String], _ streams: Streams, _ surroundings: Surroundings) -> ExitCode {
    var code: ExitCode
    do {
        code = try answer(arguments, streams, surroundings)
    } catch {
        code = error.report(to: streams.errors)
    }
    streams.output.flush()
    if case .failed(let reason) = streams.output.state {
        let failure = Failure(.cannotWrite, "cannot write the output: \(reason)")
        code = ExitCode.combining([code, failure.report(to: streams.errors)])
    }
    return code
}

private func answer(
    _ arguments: [String], _ streams: Streams, _ surroundings: Surroundings
) throws(Failure) -> ExitCode {
    let request: Request
    do {
        request = try Request(arguments)
    } catch {
        throw Failure(error)
    }
    switch request {
    case .version: streams.output.writeLine("bulletin \(programVersion)")
    case .help(let name, let isLong): printHelp(of: name, isLong: isLong, streams.output, surroundings)
    case .manual: streams.output.write(manualPage(of: CommandTable.all))
    case .completions(let shell): streams.output.write(shell.completions)
    case .exampleConfiguration: streams.output.write(exampleConfiguration)
    case .run(let command) where command.name == .check:
        return try CheckCommand.run(command, streams, surroundings)
    case .run(let command):
        let context = try CommandContext(command, streams, surroundings)
        do {
            return try perform(context)
        } catch {
            return error.report(to: context.log)
        }
    }
    return .done
}

private func perform(_ context: CommandContext) throws(Failure) -> ExitCode {
    switch context.settings.command.name {
    case .broadcast: try BroadcastCommand(context).run()
    case .send: try SendCommand(context).run()
    case .history: try HistoryCommand(context).run()
    case .resolve: try ResolveCommand(context).run()
    case .cancel: try CancelCommand(context).run()
    case .pause: try PauseCommand(context).pause()
    case .resume: try PauseCommand(context).resume()
    case .drop: try DropCommand(context).run()
    case .devices: try DevicesCommand(context).run()
    case .items: try ItemsCommand(context).run()
    case .classify: try ClassifyCommand(context).run()
    case .config: try ConfigCommand(context).run()
    case .schedule: try ScheduleCommand(context).run()
    case .emulator: try EmulatorCommand(context).run()
    case .backend: try BackendCommand(context).run()
    case .check, .completions, .help: .done
    }
}
