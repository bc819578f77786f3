extension CompletedProgram {
  /// The script for fish.
  var fishScript: String {
    """
    # Completes the command lines of \(program) in fish. Written by `\(program) completion fish`.

    # Files with one of the endings, or any, and folders.
    function __\(program)_files
        set -l token (string replace -r '^~' $HOME -- (commandline -ct | string replace -r '^--[^=]*=' ''))
        for path in $token*
            if test -d $path
                printf '%s/\\n' $path
            else if test (count $argv) -eq 0
                or contains -- (string match -r '[^.]*$' -- $path) $argv
                printf '%s\\n' $path
            end
        end
    end

    function __\(program)_folders
        __\(program)_files no-file-has-this-ending
    end

    # The words in front of the one that is typed, without the program.
    function __\(program)_before
        set -l words (commandline -opc)
        if set -q words[2]
            printf '%s\\n' $words[2..-1]
        end
    end

    # Whether a command line belongs to a command.
    function __\(program)_is
        set -l words (__\(program)_before)
        if contains -- "$words[1] $words[2]" \(longNames)
            test "$words[1] $words[2]" = $argv[1]
        else if contains -- "$words[1]" \(firstWords.joined(separator: " "))
            test $words[1] = $argv[1]
        else
            test $argv[1] = \(implied)
        end
    end

    # Whether a bare word stands at a place, or at it and behind it: COMMAND PLACE, or COMMAND PLACE+, and then the options
    # that take a value.
    function __\(program)_at
        __\(program)_is $argv[1]; or return 1
        set -l place 1
        set -l words (__\(program)_before)
        set -l names (string split ' ' -- $argv[1])
        if test "$words[1]" = $names[1]
            set -e words[1..(count $names)]
        end
        set -l skips 0
        for word in $words
            if test $skips -eq 1
                set skips 0
            else if contains -- $word $argv[3..-1]
                set skips 1
            else if not string match -q -- '-?*' $word
                set place (math $place + 1)
            end
        end
        if string match -q -- '*+' $argv[2]
            test $place -ge (string trim -c + -- $argv[2])
        else
            test $place -eq $argv[2]
        end
    end

    complete -c \(program) -f
    \(commands.filter(\.isFirstWord).map { commandLine($0) }.joined(separator: "\n"))
    \(commands.flatMap(argumentLines).joined(separator: "\n"))

    """
  }

  private var longNames: String {
    commands.filter { !$0.isFirstWord }.map { quoted($0.name) }.joined(separator: " ")
  }

  private func commandLine(_ command: CompletedCommand) -> String {
    "complete -c \(program) -n 'test (count (__\(program)_before)) -eq 0' -a \(command.name)"
      + " -d \(quoted(command.summary))"
  }

  private func argumentLines(_ command: CompletedCommand) -> [String] {
    let valued = command.valued.flatMap(CompletedCommand.spellings).joined(separator: " ")
    let options = command.options.map { option in
      var line = "complete -c \(program) -n '__\(program)_is \"\(command.name)\"' -l \(option.name)"
      if let letter = option.letter { line += " -s \(letter)" }
      if case .option = option.kind { line += " -x" + offer(option.completion) }
      return line + " -d \(quoted(option.help))"
    }
    let places = command.positionals.enumerated().compactMap { index, argument -> String? in
      guard argument.completion != .nothing else { return nil }
      let number = "\(index + 1)\(argument.isRepeatable ? "+" : "")"
      return "complete -c \(program) -n '__\(program)_at \"\(command.name)\" \(number) \(valued)'"
        + offer(argument.completion)
    }
    return options + places
  }

  private func offer(_ completion: ArgumentCompletion) -> String {
    switch completion {
    case .words([]): ""
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    case .files(let endings):
      " -a '(\((["__\(program)_files"] + endings).joined(separator: " ")))'"
    case .folders: " -a '(__\(program)_folders)'"
    }
  }

  private func quoted(_ text: String) -> String {
    let escaped = text.reduce(into: "") { text, character in
      if character == "'" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return "'\(escaped)'"
  }
}
