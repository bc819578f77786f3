import MockData
import Testing

@testable import MockLuaCLI

/// What completes command lines in shells; `scripts/check-completion` presses the key.
struct GenerateCompletionCommandTests {
  @Test(
    "Every shell's script has all commands and options",
    arguments: CompletionShell.allCases)
  func prints(shell: CompletionShell) throws {
    let folder = try TemporaryFolder()
    let process = try MockLuaProcess(["generate", "completion", shell.rawValue], in: folder)
    #expect(process.messages == "")
    #expect(process.exitCode == 0)
    #expect(process.output == shell.script(for: MockLuaCommand.program))
    for command in MockLuaCommand.program.commands.map({ $0.declaration }) {
      #expect(
        process.output.contains(shell == .zsh ? command.words.joined(separator: "_") : command.name)
      )
      for option in command.options {
        let spelling = shell == .fish ? "-l \(option.name)" : option.spelling
        #expect(process.output.contains(spelling))
      }
    }
  }

  @Test("An unknown shell is reported with the supported ones")
  func misuse() throws {
    let folder = try TemporaryFolder()
    let process = try MockLuaProcess(["generate", "completion", "bsh"], in: folder)
    #expect(process.exitCode == 64)
    #expect(
      process.messages.hasPrefix(
        "mocklua: 'SHELL' takes bash, zsh, or fish, not 'bsh'; did you mean 'bash'?\n"))
  }

  @Test("Every file or folder argument has the kinds of files to offer")
  func files() {
    for command in MockLuaCommand.program.commands.map({ $0.declaration }) {
      for argument in command.declarations {
        let value =
          switch argument.kind {
          case .flag: ""
          case .option(let name): name
          case .positional: argument.name
          }
        guard ["FILE", "DIR", "FOLDER", "SCRIPT"].contains(value) else { continue }
        #expect(argument.completion != .nothing, "\(command.name) \(argument.usage)")
      }
    }
  }

  @Test("Values that can be listed are offered unchanged")
  func values() {
    let option = Option<CompletionShell>("shell", value: "SHELL", help: "")
    #expect(option.declaration.completion == .words(["bash", "zsh", "fish"]))
    let text = Option<String>("text", value: "TEXT", help: "")
    #expect(text.declaration.completion == .nothing)
  }

  @Test("Characters special to the shell are escaped in the script")
  func quoting() throws {
    struct Odd: Command {
      static let declaration = CommandDeclaration(
        name: "odd", summary: "It's [50%]: \\ odd.",
        arguments: [Option<String>("x", value: "A:B", help: "Don't [do] a:b \\ it.")])
      let arguments: ParsedArguments
      func run() {}
    }
    let program = Program(
      name: "sample", version: "1", summary: "",
      groups: [CommandGroup(title: "All", commands: [Odd.self])], defaultCommand: Odd.self)
    let zsh = CompletionShell.zsh.script(for: program)
    #expect(zsh.contains(#"'odd:It'\''s [50%]: \ odd.'"#))
    #expect(zsh.contains(#"'(--x)--x=[Don'\''t \[do\] a\:b \\ it.]:A\:B: '"#))
    let fish = CompletionShell.fish.script(for: program)
    #expect(fish.contains(#"-l x -x -d 'Don\'t [do] a:b \\ it.'"#))
  }
}
