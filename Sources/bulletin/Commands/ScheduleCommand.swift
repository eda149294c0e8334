internal import Glibc
internal import Settings
internal import Terminal

/// `bulletin schedule`.
struct ScheduleCommand {
    private let context: CommandContext
    private let arguments: ScheduleArguments

    init(_ context: CommandContext) throws(Failure) {
        self.context = context
        do {
            arguments = try ScheduleArguments(context.settings)
        } catch {
            throw Failure(error)
        }
    }

    func run() throws(Failure) -> ExitCode {
        if arguments.form == .backend {
            let service = try BackendService(context.settings)
            context.output.write(service.unit)
            for warning in service.warnings { context.log.write(.warning, warning) }
            return .done
        }
        let job = try ScheduledJob(context.settings, minutes: arguments.minutes)
        switch arguments.form {
        case .cron: context.output.write(job.crontab)
        case .service: context.output.write(job.service)
        case .timer: context.output.write(job.timer)
        case .backend: break
        case .units:
            context.output.write("# /etc/systemd/system/bulletin.service\n\(job.service)\n")
            context.output.write("# /etc/systemd/system/bulletin.timer\n\(job.timer)")
        }
        for warning in job.warnings(forCron: arguments.form == .cron) { context.log.write(.warning, warning) }
        return .done
    }
}
