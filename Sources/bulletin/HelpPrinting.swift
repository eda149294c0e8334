internal import Settings
internal import Terminal

/// Prints the list of commands, or the page of one.
func printHelp(of name: CommandName?, isLong: Bool, _ output: Output, _ surroundings: Surroundings) {
    let facts = TerminalFacts(descriptor: output.descriptor, variable: surroundings.variable)
    let page =
        name.flatMap { CommandTable.row($0) }.map { HelpPage(of: $0, isLong: isLong) }
        ?? HelpPage(overviewOf: CommandTable.all)
    output.write(page.text(width: min(facts.columns, 100), Style(facts)))
}

extension HelpPage {
    /// The page as text of that width; parts are set apart by empty lines, what belongs to a heading follows it.
    func text(width: Int, _ style: Style) -> String {
        var text = ""
        for block in blocks {
            switch block {
            case .heading(let words): text += "\n\(style.bold(words + ":"))\n"
            case .paragraph(let words):
                text += (text.isEmpty ? "" : "\n") + wrapped(words, width: width, indent: 0) + "\n"
            case .line(let words): text += (text.isEmpty ? "" : "\n") + words + "\n"
            case .definitions(let rows):
                text += definitionList(rows.map { ($0.term, $0.text) }, width: width) + "\n"
            case .articles(let rows):
                text += rows.map { "  \($0.term)\n" + wrapped($0.text, width: width, indent: 10) + "\n" }.joined()
            }
        }
        return text
    }
}
