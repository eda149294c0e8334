func zshCompletions() -> String {
    """
    #compdef bulletin
    # zsh completion for bulletin, printed by 'bulletin completions zsh'

    _bulletin() {
        local current=$words[CURRENT] previous=$words[CURRENT-1] command= count=0 i
        local -a candidates
        if [[ $current == --*=* ]]; then
            previous=${current%%=*}
            compset -P '*='
        fi
        for ((i = 2; i < CURRENT; i++)); do
            case $words[i] in
                (\(OptionTable.spellingsWithValue.joined(separator: "|"))) ((i++)) ;;
                (-*) ;;
                (*) if [[ -z $command ]]; then command=$words[i]; else ((count++)); fi ;;
            esac
        done
        case $command:$previous in
    \(OptionTable.values.map { branch($0.places, $0.completion) }.joined(separator: "\n"))
        esac
        if [[ $current == -* ]]; then
            case $command in
    \(CommandTable.all.map(options).joined(separator: "\n"))
                (*) candidates=('--help:print help' '--version:print the version') ;;
            esac
            _describe -o option candidates
            return
        fi
        case $command:$count in
            (:*)
                candidates=(
    \(CommandTable.all.map { "                \(described($0.name.rawValue, $0.summary))" }.joined(separator: "\n"))
                )
                _describe command candidates
                ;;
    \(CommandTable.all.flatMap(operands).joined(separator: "\n"))
        esac
    }

    if [[ $funcstack[1] == _bulletin ]]; then
        _bulletin "$@"
    else
        compdef _bulletin bulletin
    fi

    """
}

/// `'word:what it is'`, quoted for the shell.
private func described(_ word: String, _ summary: String) -> String {
    let text = "\(word.replacing(":", with: "\\:")):\(summary)"
    return "'" + text.replacing("'", with: "'\\''") + "'"
}

private func branch(_ places: [String], _ completion: Completion) -> String {
    let pattern = places.joined(separator: "|")
    return "        (\(pattern))\n            \(action(completion))\n            return\n            ;;"
}

private func options(of command: CommandDefinition) -> String {
    let rows = OptionTable.rows(for: command.name).map { "                \(described($0.typed, $0.summary))" }
    return "            (\(command.name.rawValue)) candidates=(\n\(rows.joined(separator: "\n"))\n            ) ;;"
}

private func operands(of command: CommandDefinition) -> [String] {
    let completions = Completion.operands(of: command.name)
    return completions.enumerated().map { place, completion in
        let isOpen = place == completions.count - 1 && command.operands.count.upperBound > completions.count
        return "        (\(command.name.rawValue):\(isOpen ? "*" : String(place))) \(action(completion)) ;;"
    }
}

private func action(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "compadd -- \(words.joined(separator: " "))"
    case .list(let words): "compset -P '*,'; compadd -- \(words.joined(separator: " "))"
    case .files: "_files"
    case .anything: ":"
    }
}
