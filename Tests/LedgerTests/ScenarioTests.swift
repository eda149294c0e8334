import Testing

struct ScenarioTests {
    @Test(arguments: Scenario.identity + Scenario.severalFeeds)
    func knownStoriesStayKnown(_ scenario: Scenario) throws { try scenario.play() }

    @Test(arguments: Scenario.adoption)
    func backlogsAreAdopted(_ scenario: Scenario) throws { try scenario.play() }

    @Test(arguments: Scenario.judging + Scenario.breaking + Scenario.quiet + Scenario.languages)
    func storiesAreJudgedAgainWhileFresh(_ scenario: Scenario) throws { try scenario.play() }
}
