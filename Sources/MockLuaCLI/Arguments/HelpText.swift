/// Writes help from the declarations, for terminals with 80 columns.
struct HelpText {
  let program: Program

  private static let width = 80

  /// The maximum number of columns before the descriptions.
  private static let widestTerm = 30

  /// Returns the help of the whole program: examples, and the commands by purpose.
  func overview() -> String {
    let column = Self.column(for: program.commands.map { $0.declaration.name })
    let groups = program.groups.map { group in
      let rows = group.commands.map {
        Self.row($0.declaration.name, $0.declaration.summary, column: column)
      }
      return "\(group.title):\n\(rows.joined(separator: "\n"))"
    }
    return """
      \(program.summary)

      \(examples(program.examples))\(usage)
             \(program.name) FILE is short for \(program.name) \(program.defaultCommand.declaration.name) FILE

      \(groups.joined(separator: "\n\n"))

      \(options([Program.help, Program.version].map(\.declaration)))

      Write '\(program.name) COMMAND --help' for the options of a command.

      """
  }

  func text(for command: CommandDeclaration) -> String {
    let arguments = command.positionals.map { ($0.name, $0.help) }
    let sections = [
      arguments.isEmpty ? nil : Self.section("Arguments", arguments),
      options(command.options + [Program.help.declaration]),
      command.notes.isEmpty ? nil : command.notes,
    ].compactMap(\.self)
    return """
      \(command.summary)

      \(examples(command.examples))\(usage(of: command))

      \(sections.joined(separator: "\n\n"))

      """
  }

  func text(for family: CommandFamily) -> String {
    let members = program.members(of: family)
    return """
      \(family.summary)

      \(examples(members.compactMap(\.examples.first)))\(usage(of: family))

      \(Self.section("Commands", members.map { ($0.name, $0.summary) }))

      \(options([Program.help.declaration]))

      """
  }

  var usage: String { "Usage: \(program.name) COMMAND [options]" }

  func usage(of command: CommandDeclaration) -> String {
    let isDefault = command.name == program.defaultCommand.declaration.name
    let words =
      [program.name, isDefault ? "[\(command.name)]" : command.name]
      + command.positionals.map(\.usage) + (command.options.isEmpty ? [] : ["[options]"])
    return "Usage: \(words.joined(separator: " "))"
  }

  func usage(of family: CommandFamily) -> String {
    let choices = program.members(of: family).map { $0.words[1] }.joined(separator: "|")
    return "Usage: \(program.name) \(family.name) \(choices) ..."
  }

  private func examples(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let title = lines.count == 1 ? "Example" : "Examples"
    return "\(title):\n\(lines.map { "  \($0)\n" }.joined())\n"
  }

  private func options(_ options: [ArgumentDeclaration]) -> String {
    Self.section(
      "Options",
      options.map { option in
        ((option.letter.map { "-\($0), " } ?? "    ") + option.usage, option.help)
      })
  }

  // MARK: - Rows

  private static func section(_ title: String, _ rows: [(term: String, help: String)]) -> String {
    let column = column(for: rows.map(\.term))
    let lines = rows.map { row($0.term, $0.help, column: column) }
    return "\(title):\n\(lines.joined(separator: "\n"))"
  }

  /// The column at which the descriptions of some terms start.
  private static func column(for terms: [String]) -> Int {
    min((terms.map(\.count).max() ?? 0) + 4, widestTerm)
  }

  private static func row(_ term: String, _ help: String, column: Int) -> String {
    var rows: [String] = []
    for word in help.split(separator: " ") {
      if let last = rows.last, column + last.count + 1 + word.count <= width {
        rows[rows.count - 1] += " " + word
      } else {
        rows.append(String(word))
      }
    }
    var lines = rows.map { String(repeating: " ", count: column) + $0 }
    let head = "  " + term
    if head.count + 2 <= column, let first = lines.first {
      lines[0] = head + first.dropFirst(head.count)
    } else {
      lines.insert(head, at: 0)
    }
    return lines.joined(separator: "\n")
  }
}
