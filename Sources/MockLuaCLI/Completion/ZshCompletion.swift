extension CompletedProgram {
  /// The script for zsh, for its own completion system.
  var zshScript: String {
    """
    #compdef \(program)
    # Completes the command lines of \(program) in zsh. Written by `\(program) completion zsh`.

    \(commands.map(function).joined(separator: "\n\n"))

    _\(program)() {
      local -a commands
      commands=(
    \(commands.filter(\.isFirstWord).map { "    \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
      )
      if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
        _describe -t commands command commands
        \(offerAtFirst)
        return
      fi
    \(longNames)  if ((CURRENT > 2)) && ((${commands[(I)$words[2]:*]})); then
        shift words
        ((CURRENT--))
        _\(program)_$words[1]
      else
        _\(program)_\(implied)
      fi
    }

    if [[ $funcstack[1] == _\(program) ]]; then
      _\(program) "$@"
    else
      compdef _\(program) \(program)
    fi

    """
  }

  /// The code that completes commands whose names have two words.
  private var longNames: String {
    let names = commands.filter { !$0.isFirstWord }.map { "\"\($0.name)\"" }
    guard !names.isEmpty else { return "" }
    return """
        if ((CURRENT > 3)); then
          case "$words[2] $words[3]" in
            (\(names.joined(separator: "|")))
              local complete=_\(program)_$words[2]_$words[3]
              shift 2 words
              ((CURRENT -= 2))
              $complete
              return
              ;;
          esac
        fi

      """
  }

  /// The completions for the first argument of the default command.
  private var offerAtFirst: String {
    let first = commands.first { $0.name == implied }?.positionals.first
    return first.map { action($0.completion) } ?? ":"
  }

  private func function(_ command: CompletedCommand) -> String {
    let places = command.positionals.enumerated().map { index, argument in
      "\(argument.isRepeatable ? "*" : "\(index + 1)"):\(escaped(argument.name)):\(action(argument.completion))"
    }
    let options = command.options.flatMap { option in
      CompletedCommand.spellings(of: option).map { self.option($0, option, of: command) }
    }
    let arguments = (options + places).map { "    \(quoted($0))" }.joined(separator: " \\\n")
    return """
      _\(program)_\(command.words.joined(separator: "_"))() {
        _arguments \\
      \(arguments)
      }
      """
  }

  private func option(
    _ spelling: String, _ option: ArgumentDeclaration, of command: CompletedCommand
  ) -> String {
    let others = command.excluded[option.spelling] ?? []
    let start =
      option.isRepeatable ? "*\(spelling)" : "(\(others.joined(separator: " ")))\(spelling)"
    let help = "[\(escaped(option.help))]"
    guard case .option(let value) = option.kind else { return start + help }
    return "\(start)=\(help):\(escaped(value)):\(action(option.completion))"
  }

  private func action(_ completion: ArgumentCompletion) -> String {
    switch completion {
    case .words([]): " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .files(endings: []): "_files"
    case .files(let endings): "_files -g \"*.(\(endings.joined(separator: "|")))(-.)\""
    case .folders: "_files -/"
    }
  }

  /// Returns a string in which the special characters of `_arguments` are escaped.
  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      if "\\[]:".contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  private func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
