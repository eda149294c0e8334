internal import Bulletins
internal import HubLanguage
internal import JSON
internal import Preview
internal import Settings
internal import Terminal

extension Preview {
    /// The preview in one of the forms of `--format`.
    func text(in format: String?, _ facts: TerminalFacts) -> String {
        let style = Style(facts)
        return switch format {
        case "json": json.text(.indented) + "\n"
        case "curl": curl
        case "html": html
        default: text(columns: facts.columns, style: PreviewStyle(bold: style.bold, dim: style.dim))
        }
    }
}

extension ResolvedSettings {
    /// The templates of the newsroom's app, checked, in the place of the usual ones of their platforms.
    func payloadBudgets() throws(Failure) -> [PayloadBudget] {
        var own: [PayloadBudget] = []
        for case .text(let path) in values(.template) {
            let budget = try payloadBudget(path)
            own.append(budget)
        }
        let named = Set(own.map(\.platform))
        return PayloadBudget.standard.filter { !named.contains($0.platform) } + own
    }

    private func payloadBudget(_ path: String) throws(Failure) -> PayloadBudget {
        let body: String
        do {
            body = String(decoding: try contents(of: path, limit: HubLimits.requestBody), as: UTF8.self)
        } catch {
            throw Failure(.badConfiguration, "\(path): \(error.reason)")
        }
        do {
            let template = try NotificationTemplate(body: body)
            guard let platform = Platform(templateBody: body) else {
                throw Failure(
                    .badConfiguration,
                    "\(path): the template is for no platform: it is neither an XML toast nor a JSON object with aps or message"
                )
            }
            guard let budget = PayloadBudget(platform: platform, template: template, source: path) else {
                throw Failure(.badConfiguration, "\(path): no limit of \(platform.name) is known")
            }
            return budget
        } catch let error as TemplateError {
            throw Failure(.badConfiguration, "\(path): \(error)")
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.badConfiguration, "\(path): the template cannot be used")
        }
    }
}
