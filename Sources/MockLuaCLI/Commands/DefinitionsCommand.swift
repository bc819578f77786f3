import MockLua

/// `mocklua definitions`: prints definitions of the scripts' words for editors.
struct DefinitionsCommand: Command {
  static let declaration = CommandDeclaration(
    name: "definitions",
    summary: "Print the words of scripts for editors.",
    arguments: [ContractFile.option, ScriptArguments.output, ScriptArguments.color],
    notes: """
      Prints LuaCATS, which language servers for Lua read: every word, builder, matcher
      and option with what it takes and what it means. Put the file into a folder of
      its own below the scripts, which `mocklua check` would take it for.

      With --contract, the services of the app are known as well: their methods, what
      functions get as `args`, and the types of their values behind `mocklua.type.`.

      Example:
        mocklua definitions --output Scenarios/Definitions/mocklua.lua
      """)

  private let target: OutputTarget
  private let contract: String?
  let color: ColorChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    target = OutputTarget(try arguments.value(of: ScriptArguments.output) ?? "-")
    contract = try arguments.value(of: ContractFile.option)
    color = try arguments.value(of: ScriptArguments.color) ?? .auto
  }

  func run() throws(CommandFailure) {
    let contract = try contract.map { path throws(CommandFailure) in try ContractFile.read(path) }
    try target.write(LanguageDefinitions.text(of: contract))
  }
}
