import MockLua

/// `mocklua generate definitions`: writes the language of scripts for editors.
struct GenerateDefinitionsCommand: Command {
  private static let contract = Option<String>(
    "contract", value: "FILE", completion: .files("json"),
    help: "Add the services of the contract of an app.")

  static let declaration = CommandDeclaration(
    name: "generate definitions",
    summary: "Write the language of scripts for editors.",
    examples: ["mocklua generate definitions -o Scenarios/Definitions/mocklua.lua"],
    arguments: [contract, ScriptArguments.output, ScriptArguments.color],
    notes: """
      Language servers for Lua read this LuaCATS file: functions, builders, matchers
      and options, with types and documentation. Put it into a folder of its own below
      the scripts, so that `mocklua check Scenarios/*.lua` doesn't read it.

      --contract adds the services of the app, with the `args` of their functions, and
      the types of their values below `mocklua.type.`.
      """)

  private let target: OutputTarget
  private let contract: String?
  let color: ColorChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    target = OutputTarget(try arguments.value(of: ScriptArguments.output) ?? "-")
    contract = try arguments.value(of: Self.contract)
    color = try arguments.value(of: ScriptArguments.color) ?? .auto
  }

  func run() throws(CommandFailure) {
    let contract = try contract.map { path throws(CommandFailure) in try ContractFile.read(path) }
    try target.write(LanguageDefinitions.text(of: contract))
  }
}
