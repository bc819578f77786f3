import Testing

@testable import MockLuaCLI

struct HelpTextTests {
  @Test(
    "A command's help is shown despite other errors",
    arguments: [
      "move --help", "move -h", "move a b c --help", "move --zzz --help", "move --count --help",
      "help move",
    ])
  func showsCommandHelp(line: String) throws {
    #expect(
      try text(for: line) == """
        Move things.

        Example:
          sample move here there --loud

        Usage: sample move FROM TO [options]

        Arguments:
          FROM  Where from.
          TO    Where to.

        Options:
          -l, --loud         Make noise.
              --quiet        Make none.
              --count N      How often.
              --tag TEXT     Add a tag.
              --color COLOR  Which color.
          -h, --help         Show this help.

        """)
  }

  @Test("Shows examples, and the commands by purpose", arguments: ["", "--help", "-h", "help"])
  func showsOverview(line: String) throws {
    #expect(
      try text(for: line) == """
        Move and show things.

        Examples:
          sample move here there
          sample show this   # and more

        Usage: sample COMMAND [options]
               sample FILE is short for sample emit FILE

        Write:
          emit      \(EmitCommand.declaration.summary)

        Move:
          move      Move things.
          show one  Show one thing.

        Options:
          -h, --help     Show this help.
          -V, --version  Show the version.

        Write 'sample COMMAND --help' for the options of a command.

        """)
  }

  @Test(
    "Shows the commands whose names start with a word",
    arguments: ["show", "show --help", "help show", "show -h"])
  func showsFamily(line: String) throws {
    #expect(
      try text(for: line) == """
        Show things.

        Example:
          sample show one

        Usage: sample show one ...

        Commands:
          show one  Show one thing.

        Options:
          -h, --help  Show this help.

        """)
  }

  @Test(
    "Shows the version",
    arguments: ["--version", "-V", "emit --version", "a.lua --version", "show -V", "show one -V"])
  func showsVersion(line: String) throws {
    #expect(try text(for: line) == "sample 1.2.3\n")
  }

  @Test("Continues a long description below its start, and one of a long term on the next line")
  func wraps() throws {
    struct Wordy: Command {
      static let declaration = CommandDeclaration(
        name: "wordy", summary: "Use many words.",
        arguments: [
          Option<String>(
            "an-option-with-a-long-name", value: "VALUE",
            help: "Describe something that takes more than one line of a terminal to describe."),
          Flag(
            "short",
            help: "Describe something that takes more than one line of a terminal to describe."),
        ])
      let arguments: ParsedArguments
      func run() {}
    }
    let program = Program(
      name: "sample", version: "1", summary: "",
      groups: [CommandGroup(title: "All", commands: [Wordy.self])], defaultCommand: Wordy.self)
    #expect(
      HelpText(program: program).text(for: Wordy.declaration).hasSuffix(
        """
        Options:
              --an-option-with-a-long-name VALUE
                                      Describe something that takes more than one line
                                      of a terminal to describe.
              --short                 Describe something that takes more than one line
                                      of a terminal to describe.
          -h, --help                  Show this help.

        """))
  }

  @Test("Every help of mocklua leads with an example, and fits a terminal of 80 columns")
  func fitsTerminal() throws {
    let program = MockLuaCommand.program
    let help = HelpText(program: program)
    var texts = [help.overview()] + program.families.map(help.text)
    for command in program.commands.map({ $0.declaration }) {
      let text = help.text(for: command)
      #expect(text.hasPrefix("\(command.summary)\n\nExample"), "\(command.name)")
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(command.name)")
      for argument in command.declarations {
        // One line.
        #expect(text.contains(" \(argument.help)\n"), "\(command.name) \(argument.usage)")
      }
      texts.append(text)
    }
    for row in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(row.count <= 80, "\(row)")
    }
  }

  @Test("mocklua leads with three examples, and names every command")
  func overview() throws {
    let program = MockLuaCommand.program
    let text = HelpText(program: program).overview()
    #expect(text.hasPrefix("\(program.summary)\n\nExamples:\n  mocklua "))
    #expect(program.examples.count == 3)
    for command in program.commands { #expect(text.contains("\n  \(command.declaration.name) ")) }
    #expect(
      program.groups.map(\.title) == ["Start", "Write", "Play", "Tests", "Real services", "Tools"])
  }

  private func text(for line: String) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    let invocation = try SampleCommand.program.invocation(of: words) { _ in false }
    guard case .print(let text) = invocation else { return "" }
    return text
  }
}
