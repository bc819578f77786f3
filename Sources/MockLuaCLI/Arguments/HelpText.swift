/// Writes help from the declarations, for terminals with 80 columns.
struct HelpText {
  let program: Program

  private static let width = 80
  private static let helpColumn = 20

  /// Returns the help of the whole program: its commands, and the arguments of the default command.
  func overview() -> String {
    let implied = program.defaultCommand.declaration
    let commands = program.commands.map { $0.declaration }.map {
      row($0.name, $0.summary + ($0.name == implied.name ? " (default)" : ""))
    }
    let common = [Program.help, Program.version].map { row($0.declaration) }
    return """
      \(program.summary)

      \(usage(of: implied))
             \(program.name) COMMAND --help

      Commands:
      \(commands.joined(separator: "\n"))

      \(sections(of: implied, common: common))

      """
  }

  /// Returns the help of one command.
  func text(for command: CommandDeclaration) -> String {
    """
    \(command.summary)

    \(usage(of: command))

    \(sections(of: command, common: [row(Program.help.declaration)]))
    \(command.notes.isEmpty ? "" : "\n\(command.notes)\n")
    """
  }

  /// Returns the usage lines of a command.
  ///
  /// Mutually exclusive arguments are joined by `|`.
  func usage(of command: CommandDeclaration) -> String {
    let isDefault = command.name == program.defaultCommand.declaration.name
    let start = "Usage: \(program.name) \(isDefault ? "[\(command.name)]" : command.name)"
    var lines = [start]
    for item in command.positionals.map(\.usage) + optionItems(of: command) {
      if lines[lines.count - 1].count + 1 + item.count > Self.width {
        lines.append(String(repeating: " ", count: "Usage: \(program.name)".count))
      }
      lines[lines.count - 1] += " " + item
    }
    return lines.joined(separator: "\n")
  }

  private func optionItems(of command: CommandDeclaration) -> [String] {
    var shown: Set<String> = []
    var items: [String] = []
    for option in command.options where !shown.contains(option.name) {
      let group = command.exclusive.lazy.map { $0.map(\.declaration) }
        .first { $0.contains { $0.name == option.name } }
      let alternatives = (group ?? [option]).filter { !shown.contains($0.name) }
      shown.formUnion(alternatives.map(\.name))
      let item = "[\(alternatives.map(\.usage).joined(separator: " | "))]"
      items.append(item + (option.isRepeatable ? "..." : ""))
    }
    return items
  }

  private func sections(of command: CommandDeclaration, common: [String]) -> String {
    let arguments = command.positionals.map(row).joined(separator: "\n")
    let options = command.options.map(row) + common
    return """
      \(arguments.isEmpty ? "" : "Arguments:\n\(arguments)\n\n")Options:
      \(options.joined(separator: "\n"))
      """
  }

  private func row(_ argument: ArgumentDeclaration) -> String {
    let letter = argument.letter.map { "-\($0), " } ?? ""
    return row(letter + (argument.form == nil ? argument.usage : argument.name), argument.help)
  }

  private func row(_ term: String, _ help: String) -> String {
    let start = "  " + term
    let gap = max(2, Self.helpColumn - start.count)
    return start + String(repeating: " ", count: gap) + help
  }
}
