/// bash splits words at `=` too, so that `--name=value` comes as three.
func bashCompletions() -> String {
    """
    # bash completion for bulletin, printed by 'bulletin completions bash'

    # Words after the last comma of a list.
    _bulletin_list() {
        local before= current=$1
        shift
        [[ $current == *,* ]] && before=${current%,*}, current=${current##*,}
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "$current")
    }

    _bulletin_words() {
        local current=$1
        shift
        mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
    }

    _bulletin_files() {
        mapfile -t COMPREPLY < <(compgen -f -- "$1")
        compopt -o filenames 2>/dev/null
        return 0
    }

    _bulletin() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= count=0 i
        COMPREPLY=()
        if [[ $current == "=" ]]; then
            current=
        elif [[ $previous == "=" ]]; then
            previous=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
            case ${COMP_WORDS[i]} in
                \(OptionTable.spellingsWithValue.joined(separator: "|")))
                    [[ ${COMP_WORDS[i + 1]} == "=" ]] && ((i++))
                    ((i++))
                    ;;
                -*) ;;
                *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}; else ((count++)); fi ;;
            esac
        done
        case $command:$previous in
    \(OptionTable.values.map { branch($0.places, $0.completion) }.joined(separator: "\n"))
        esac
        if [[ $current == -* ]]; then
            case $command in
    \(CommandTable.all.map(options).joined(separator: "\n"))
                *) _bulletin_words "$current" --help --version ;;
            esac
            return
        fi
        case $command:$count in
            :*) _bulletin_words "$current" \(CommandTable.all.map(\.name.rawValue).joined(separator: " ")) ;;
    \(CommandTable.all.flatMap(operands).joined(separator: "\n"))
        esac
    }

    complete -F _bulletin bulletin

    """
}

private func branch(_ places: [String], _ completion: Completion) -> String {
    let pattern = places.joined(separator: "|")
    return "        \(pattern))\n            \(action(completion))\n            return\n            ;;"
}

private func options(of command: CommandDefinition) -> String {
    let spellings = OptionTable.rows(for: command.name).map(\.typed).joined(separator: " ")
    return "            \(command.name.rawValue)) _bulletin_words \"$current\" \(spellings) ;;"
}

private func operands(of command: CommandDefinition) -> [String] {
    let completions = Completion.operands(of: command.name)
    return completions.enumerated().map { place, completion in
        // The last of them stands for all that follow, where there may be many.
        let isOpen = place == completions.count - 1 && command.operands.count.upperBound > completions.count
        return "        \(command.name.rawValue):\(isOpen ? "*" : String(place))) \(action(completion)) ;;"
    }
}

private func action(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "_bulletin_words \"$current\" \(words.joined(separator: " "))"
    case .list(let words): "_bulletin_list \"$current\" \(words.joined(separator: " "))"
    case .files: "_bulletin_files \"$current\""
    case .anything: ":"
    }
}
