import HubLanguage
import JSON
import TestSupport
import Testing

/// The published cases for tags and templates, where `BULLETIN_SHARED` names their folder.
@Suite(.enabled(if: HubFixtures.sharedCases("tag-cases.json") != nil, "BULLETIN_SHARED names no folder of cases"))
struct PublishedCasesTests {
    @Test func everyCaseHolds() throws {
        try checkTagCases()
        try checkTemplateCases()
    }

    private func checkTagCases() throws {
        for entry in try cases("tag-cases.json") {
            let tags = Set((entry["registrationTags"]?.array ?? []).compactMap(\.string))
            let verdict =
                switch entry["tagExpression"]?.string.map({ try? TagExpression(parsing: $0) }) {
                case nil: "match"
                case .some(nil): "invalid"
                case .some(let expression?): expression.matches(tags) ? "match" : "no match"
                }
            #expect(verdict == entry["expect"]?.string, "\(entry["id"]?.string ?? "")")
        }
    }

    private func checkTemplateCases() throws {
        for entry in try cases("template-cases.json") {
            let id = Comment(rawValue: entry["id"]?.string ?? "")
            let members = entry["properties"]?.object?.members ?? []
            let properties = TemplateProperties(members.map { ($0.name, $0.value.string ?? "") })
            let template = try? NotificationTemplate(body: #require(entry["bodyTemplate"]?.string))
            guard entry["expect"] == "rendered" else {
                #expect(template == nil, id)
                continue
            }
            let expected = try #require(entry["rendered"]?.string)
            let filled = try #require(template, id).filled(with: properties)
            if let json = try? JSONValue(parsing: expected) {
                #expect(try JSONValue(parsing: filled) == json, id)
            } else {
                #expect(filled == expected, id)
            }
        }
    }

    private func cases(_ name: String) throws -> [JSONValue] {
        let file = try JSONValue(parsing: #require(HubFixtures.sharedCases(name)))
        let cases = try #require(file["cases"]?.array)
        #expect(cases.count == file["count"]?.integer.map(Int.init))
        return cases
    }
}
