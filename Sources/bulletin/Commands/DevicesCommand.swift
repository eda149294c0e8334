internal import Broadcasting
internal import HubLanguage
internal import JSON
internal import News
internal import NotificationHub
internal import PlainText
internal import Settings
internal import Terminal

/// `bulletin devices`.
struct DevicesCommand {
    private let context: CommandContext
    private let arguments: DevicesArguments
    private var settings: ResolvedSettings { context.settings }
    private var isJSON: Bool { settings.text(.format) == "json" }

    init(_ context: CommandContext) throws(Failure) {
        self.context = context
        do {
            arguments = try DevicesArguments(context.settings.command)
        } catch {
            throw Failure(error)
        }
    }

    func run() throws(Failure) -> ExitCode {
        let subscription: Subscription? =
            if case .subscribe(let wish) = arguments { try Subscription(wish, context) } else { nil }
        let tags = try deviceTags()
        let choice = try choice()
        let stop = StopSignals()
        let access = try HubAccess.openForDevices(settings)
        // A page of a hundred of the largest registrations there can be.
        let clients = access.clients(userAgent: userAgent(settings), largestAnswer: 8 << 20)
        let desk = DeviceDesk(hub: context.asking(clients, stop), tags: tags)
        do throws(HubError) {
            switch arguments {
            case .list: try list(choice, desk, stop)
            case .show(let id): show(try desk.device(id))
            case .subscribe: try subscribe(subscription, desk)
            case .categories(let id, let categories): try change(id, categories, desk)
            case .unsubscribe(let id):
                let device = try desk.changeable(id)
                try desk.unsubscribe(device)
                context.output.writeLine("\(terminalSafe(device.id)) is not reached any more")
            }
            context.tell(desk.hub.clocks)
            return .done
        } catch {
            access.tellOddities(context.log, hasFailed: true)
            throw failure(error)
        }
    }

    private func list(_ choice: RegistrationChoice, _ desk: DeviceDesk, _ stop: StopSignals) throws(HubError) {
        var page: RegistrationPage?
        var (count, unknownKinds) = (0, 0)
        if isJSON { context.output.write("[") }
        repeat {
            let last = page
            let next = try desk.hub.ask { client throws(HubError) in try client.registrations(choice, after: last) }
            if isJSON {
                let texts = next.registrations.map { Device.registration($0).json.text() }
                context.output.write((count > 0 && !texts.isEmpty ? "," : "") + texts.joined(separator: ","))
            } else {
                for line in alignedTable(next.registrations.map(\.cells)) { context.output.writeLine(trimmedEnd(line)) }
            }
            context.output.flush()
            count += next.registrations.count
            unknownKinds += next.unknownKinds
            page = next
        } while page?.hasNext == true && !stop.isPending && context.output.state == .open
        if isJSON { context.output.write("]\n") }
        if unknownKinds > 0 {
            context.log.write(.warning, "\(counted(unknownKinds, "registration")) of unknown kinds left out")
        }
        if count == 0, !isJSON { context.output.writeLine("no devices") }
    }

    private func show(_ device: Device) {
        context.output.write(isJSON ? device.json.text() + "\n" : device.text)
    }

    private func subscribe(_ subscription: Subscription?, _ desk: DeviceDesk) throws(HubError) {
        guard let subscription else { return }
        let tags = desk.tags(of: subscription.categories) + subscription.userTags
        show(
            subscription.isRegistration
                ? try desk.subscribe(subscription.registration(tags: tags))
                : try desk.subscribe(subscription.installation(tags: tags)))
    }

    private func change(_ id: String, _ categories: [Category], _ desk: DeviceDesk) throws(HubError) {
        let device = try desk.changeable(id)
        let changed = try desk.change(device, to: categories)
        show(changed)
        for name in desk.templatesWithOwnCategories(changed) {
            context.log.write(
                .warning,
                "its template \(terminalSafe(name)) follows categories by tags of its own, which stay as they are")
        }
    }

    /// Devices follow single tags; what a category is sent to may be an expression.
    private func deviceTags() throws(Failure) -> [Category: Tag] {
        var tags: [Category: Tag] = [:]
        for (category, text) in settings.tags {
            do {
                tags[category] = try Tag(text)
            } catch {
                switch arguments {
                case .subscribe, .categories:
                    throw Failure(
                        .badConfiguration, "the tag of \(category.rawValue): devices follow single tags, but \(error)")
                default: break
                }
            }
        }
        return tags
    }

    private func choice() throws(Failure) -> RegistrationChoice {
        guard case .list(let choice) = arguments else { return .all }
        switch choice {
        case .all: return .all
        case .channel(let token): return .handle(token == "-" ? try tokenFromInput() : token)
        case .tag(let text):
            do {
                return .tag(try Tag(text))
            } catch {
                throw Failure(.usage, "--tag: \(error)")
            }
        }
    }

    private func failure(_ error: HubError) -> Failure {
        let id: String? =
            switch arguments {
            case .show(let id), .categories(let id, _), .unsubscribe(let id): id
            case .list, .subscribe: nil
            }
        if error.isNotFound, let id {
            return Failure(
                .badInput, "there is no device \(terminalSafe(id)); 'bulletin devices list' shows those there are")
        }
        guard let refusal = error.refusal, refusal.concern == .key, settings.manageSecret() == nil else {
            return Failure(error, "devices")
        }
        return Failure(
            .refused,
            "devices: \(error); BULLETIN_HUB_MANAGE_CONNECTION_STRING can bring such a key, beside that for sending")
    }
}

func trimmedEnd(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }
