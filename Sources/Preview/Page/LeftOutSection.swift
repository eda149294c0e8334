internal import News

// The list of what is left out. Two groups of radio buttons filter it, by style alone: the rules below hide what does not
// belong to the button that is checked. A browser that does not know `:has` shows everything.
extension Preview {
    var leftOutSection: String {
        guard !leftOut.isEmpty else { return "" }
        return """
            <section id="left-out" aria-labelledby="left-out-name">
            <h2 id="left-out-name">Left out: \(leftOut.count)</h2>
            <div class="filters">
            \(fieldset("reason", "Reason", reasonButtons))\(fieldset("category", "Category", categoryButtons))</div>
            \(zip(1..., leftOutGroups).map { $1.details(number: $0) }.joined())</section>

            """
    }

    /// One rule for each button. Ids and classes are numbers and our own words: no text of a feed gets here.
    var filterStyle: String {
        let reasons = leftOutGroups.indices.map { place in
            "#left-out:has(#reason-\(place + 1):checked) .group:not(#group-\(place + 1))"
        }
        let categories = categories.flatMap { category in
            let section = "#left-out:has(#category-\(className(category)):checked)"
            let wanted = "li.\(className(category))"
            return ["\(section) .items > li:not(.\(className(category)))", "\(section) .group:not(:has(\(wanted)))"]
        }
        let rules = reasons + categories
        return rules.isEmpty ? "" : rules.joined(separator: ",\n") + " { display: none }\n"
    }

    private var reasonButtons: [(id: String, words: String, count: Int)] {
        zip(1..., leftOutGroups).map { ("\($0)", $1.name, $1.items.count) }
    }

    private var categoryButtons: [(id: String, words: String, count: Int)] {
        categories.map { category in
            (className(category), category?.rawValue ?? "none", leftOut.count { $0.category == category })
        }
    }

    /// The categories of what is left out, in their order; none comes last.
    private var categories: [Category?] {
        let found = Set(leftOut.map(\.category))
        return (Category.allCases + [nil]).filter(found.contains)
    }

    private func fieldset(_ name: String, _ legend: String, _ buttons: [(id: String, words: String, count: Int)])
        -> String
    {
        guard buttons.count > 1 else { return "" }
        let all = [(id: "all", words: "all", count: leftOut.count)] + buttons
        let rows = all.map { button in
            let id = "\(name)-\(button.id)"
            return """
                <span><input type="radio" name="\(name)" id="\(id)"\(button.id == "all" ? " checked" : "")> \
                <label for="\(id)">\(isolated(button.words)) <span class="fact">\(button.count)</span></label></span>
                """
        }
        return "<fieldset>\n<legend>\(legend)</legend>\n\(rows.joined(separator: "\n"))\n</fieldset>\n"
    }
}

extension LeftOutGroup {
    fileprivate func details(number: Int) -> String {
        let entries = items.map { item in
            let title = item.link.map { linked($0, item.name) } ?? isolated(item.name)
            let particulars = isSpelledOut && !item.particulars.isEmpty ? "; \(isolated(item.particulars))" : ""
            return """
                <li class="\(className(item.category))">\(title) \
                <span class="fact">\(isolated(item.origin))\(particulars)</span></li>
                """
        }
        return """
            <details class="group" id="group-\(number)" open>
            <summary>\(isolated(heading)) <span class="fact">\(items.count)</span></summary>
            <ul class="items">
            \(entries.joined(separator: "\n"))
            </ul>
            </details>

            """
    }
}

/// The class of a category's items.
private func className(_ category: Category?) -> String { category?.rawValue.lowercased() ?? "none" }
