func fishCompletions() -> String {
    var lines = [
        """
        # fish completion for bulletin, printed by 'bulletin completions fish'

        # Whether that command is being typed, and so many operands stand before the cursor, where a number is given.
        function __bulletin_is
            set -l tokens (commandline -opc)
            set -l command ''
            set -l count 0
            set -l skips 0
            for token in $tokens[2..-1]
                if test $skips = 1
                    set skips 0
                    continue
                end
                switch $token
                    case \(OptionTable.spellingsWithValue.joined(separator: " "))
                        set skips 1
                    case '-*'
                    case '*'
                        if test -z "$command"
                            set command $token
                        else
                            set count (math $count + 1)
                        end
                end
            end
            test "$command" = "$argv[1]"; and begin
                test (count $argv) = 1; or test $count = $argv[2]
            end
        end

        function __bulletin_words
            printf '%s\\n' $argv
        end

        complete -c bulletin -f
        """
    ]
    lines += CommandTable.all.map {
        "complete -c bulletin -n '__bulletin_is \"\"' -a \($0.name.rawValue) -d \(fishQuoted($0.summary))"
    }
    // Common options may stand before the command.
    lines += OptionTable.all.filter(\.isCommon).map { option($0, of: "\"\"") }
    for command in CommandTable.all {
        lines += OptionTable.rows(for: command.name).filter { $0.name != .version }.map {
            option($0, of: command.name.rawValue)
        }
        lines += operands(of: command)
    }
    return lines.joined(separator: "\n") + "\n"
}

private func option(_ row: OptionDefinition, of command: String) -> String {
    "complete -c bulletin -n '__bulletin_is \(command)'" + (row.short.map { " -s \($0)" } ?? "")
        + " -l \(row.name.rawValue)" + (Completion(row.kind).map(argument) ?? "") + " -d \(fishQuoted(row.summary))"
}

private func operands(of command: CommandDefinition) -> [String] {
    let completions = Completion.operands(of: command.name)
    return completions.enumerated().map { place, completion in
        let isOpen = place == completions.count - 1 && command.operands.count.upperBound > completions.count
        let condition = "__bulletin_is \(command.name.rawValue)" + (isOpen ? "" : " \(place)")
        return "complete -c bulletin -n '\(condition)'" + (completion == .files ? " -F" : candidates(completion))
    }
}

private func argument(_ completion: Completion) -> String {
    completion == .files ? " -r -F" : " -x" + candidates(completion)
}

private func candidates(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): " -a \(fishQuoted(words.joined(separator: " ")))"
    case .list(let words):
        " -a \(fishQuoted("(__fish_complete_list , '__bulletin_words \(words.joined(separator: " "))')"))"
    case .files, .anything: ""
    }
}

/// In double quotes where the text holds single ones: fish knows no other escape of them that is easier to read.
private func fishQuoted(_ text: String) -> String {
    text.contains("'")
        ? "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "\\$"))\""
        : "'\(text)'"
}
