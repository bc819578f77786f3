import MockLua

/// `mocklua definitions`: prints the words of scripts for editors.
struct DefinitionsCommand: Command {
  static let declaration = CommandDeclaration(
    name: "definitions",
    summary: "Print the words of scripts for editors.",
    arguments: [ScriptArguments.output, ScriptArguments.color],
    notes: """
      Prints LuaCATS, which language servers for Lua read: every word, builder, matcher
      and option with what it takes and what it means. Put the file into a folder of
      its own below the scripts, which `mocklua check` would take it for.

      Example:
        mocklua definitions --output Scenarios/Definitions/mocklua.lua
      """)

  private let target: OutputTarget
  let color: ColorChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    target = OutputTarget(try arguments.value(of: ScriptArguments.output) ?? "-")
    color = try arguments.value(of: ScriptArguments.color) ?? .auto
  }

  func run() throws(CommandFailure) { try target.write(LanguageDefinitions.text) }
}
