extension CompletedProgram {
  /// The script for Bash 3.2, the version in macOS, or later.
  var bashScript: String {
    """
    # Completes the command lines of \(program) in Bash. Written by `\(program) completion bash`.

    # Files with one of the endings, or any, and folders.
    _\(program)_files() {
      local path ending
      while IFS= read -r path; do
        if [ -d "$path" ] || [ $# -eq 0 ]; then COMPREPLY+=("$path"); fi
        for ending; do
          if [ ! -d "$path" ] && [[ $path == *.$ending ]]; then COMPREPLY+=("$path"); fi
        done
      done < <(compgen -f -- "$current")
    }

    _\(program)_folders() {
      local path
      while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -d -- "$current")
    }

    _\(program)_words() {
      local word
      for word; do
        if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
      done
    }

    _\(program)() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
      local command=\(implied) first=1 place=1 index word
      COMPREPLY=()
      # Bash takes `--name=value` for three words.
      if [[ $current == = ]]; then
        current=
      elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      if ((COMP_CWORD > 1)); then
        case ${COMP_WORDS[1]} in
          \(firstWords.joined(separator: " | ")))
            command=${COMP_WORDS[1]}
            first=2
            ;;
        esac
      elif [[ $current != -* ]]; then
        _\(program)_words \(firstWords.joined(separator: " "))
      fi
    \(longNames)  # The value of an option.
      case "$command $previous" in
    \(values)
      esac
      if [[ $current == -* ]]; then
        case $command in
    \(options)
        esac
        return
      fi
      # The place among the bare words.
      for ((index = first; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        case "$command $word" in
    \(skipped)      *" -"?*) ;;
          *) place=$((place + 1)) ;;
        esac
      done
      case "$command $place" in
    \(places)
      esac
    }

    complete -o filenames -F _\(program) \(program)

    """
  }

  /// The code that recognizes commands whose names have two words.
  private var longNames: String {
    let names = commands.filter { !$0.isFirstWord }.map { "\"\($0.name)\"" }
    guard !names.isEmpty else { return "" }
    return """
        if ((COMP_CWORD > 2)); then
          case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in
            \(names.joined(separator: " | ")))
              command="${COMP_WORDS[1]} ${COMP_WORDS[2]}"
              first=3
              ;;
          esac
        fi

      """
  }

  private var values: String {
    lines(indent: 4) { command in
      command.valued.map { option in
        let pattern = patterns(of: option, command).joined(separator: " | ")
        return "\(pattern)) \(offer(option.completion)); return ;;"
      }
    }
  }

  private func patterns(of option: ArgumentDeclaration, _ command: CompletedCommand) -> [String] {
    CompletedCommand.spellings(of: option).map { "\"\(command.name) \($0)\"" }
  }

  private var options: String {
    lines(indent: 6) { command in
      let names = command.options.map(\.spelling)
      return names.isEmpty
        ? [] : ["\"\(command.name)\") _\(program)_words \(names.joined(separator: " ")) ;;"]
    }
  }

  /// The patterns for options that skip the next word, or the next two words if these are `=` and a value.
  private var skipped: String {
    let patterns = commands.flatMap { command in
      command.valued.flatMap { self.patterns(of: $0, command) }
    }
    guard !patterns.isEmpty else { return "" }
    return """
            \(patterns.joined(separator: " | ")))
              if [[ ${COMP_WORDS[index + 1]} == = ]]; then index=$((index + 1)); fi
              index=$((index + 1))
              ;;

      """
  }

  private var places: String {
    lines(indent: 4) { command in
      command.positionals.enumerated().map { index, argument in
        let pattern = "\"\(command.name) \(argument.isRepeatable ? "\"*" : "\(index + 1)\"")"
        return "\(pattern)) \(offer(argument.completion)) ;;"
      }
    }
  }

  private func offer(_ completion: ArgumentCompletion) -> String {
    switch completion {
    case .words([]): ":"
    case .words(let words): (["_\(program)_words"] + words).joined(separator: " ")
    case .files(let endings): (["_\(program)_files"] + endings).joined(separator: " ")
    case .folders: "_\(program)_folders"
    }
  }

  private func lines(indent: Int, _ make: (CompletedCommand) -> [String]) -> String {
    commands.flatMap(make).map { String(repeating: " ", count: indent) + $0 }
      .joined(separator: "\n")
  }
}
