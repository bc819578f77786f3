import MockData
import MockLua

/// `mocklua emit`: prints the configuration that a scenario script describes.
struct EmitCommand: ResultCommand {
  private static let compact = Flag("compact", help: "Print JSON on one line.")
  private static let base64 = Flag("base64", help: "Print the JSON as base64.")
  private static let env = Flag("env", help: "Print MOCK_SERVICE_CONFIG=..., compressed if large.")
  private static let list = Flag("list", help: "Print the names of the variants instead.")
  private static let embedScript = Flag(
    "embed-script", help: "Carry the script along, for an app that runs Lua.")
  static let declaration = CommandDeclaration(
    name: "emit",
    summary: "Print the configuration that a script describes.",
    arguments: [
      ScriptArguments.scriptFile, ScriptArguments.variant, compact, base64, env, list,
      ScriptArguments.output, ScriptArguments.isStatic, embedScript, OnlyFormat.option,
      ScriptArguments.mode, ScriptArguments.seed, ScriptArguments.path, ScriptArguments.color,
    ],
    exclusive: [[compact, base64, env, list]],
    conflicts: [
      [list, ScriptArguments.variant], [list, ScriptArguments.isStatic], [list, embedScript],
      [OnlyFormat.option, base64], [OnlyFormat.option, env], [OnlyFormat.option, list],
    ])

  private let input: String
  private let result: OutputFormat
  private let target: OutputTarget
  private let isStatic: Bool
  private let embedsScript: Bool
  private let script: ScriptArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments[ScriptArguments.scriptFile]
    _ = try arguments.value(of: OnlyFormat.option)
    result =
      switch true {
      case arguments[Self.compact]: .compactJSON
      case arguments[Self.base64]: .base64
      case arguments[Self.env]: .environment
      case arguments[Self.list]: .variantNames
      default: .prettyJSON
      }
    target = OutputTarget(try arguments.value(of: ScriptArguments.output) ?? "-")
    isStatic = arguments[ScriptArguments.isStatic]
    embedsScript = arguments[Self.embedScript]
    script = try ScriptArguments(arguments)
  }

  var color: ColorChoice { script.color }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    try script.checkFolders()
    let source = try ScenarioSource.readScript(
      input, readsStandardInput: output.readsStandardInput)
    let scenario = try source.scenario(script.options)
    try checkDynamicAnswers(of: scenario, output)
    try output.write(
      result.text(of: scenario, embedsScript: embedsScript), to: target, readFrom: source)
  }

  private func checkDynamicAnswers(
    of scenario: LuaScenario, _ output: CommandOutput
  ) throws(CommandFailure) {
    guard result != .variantNames, !scenario.dynamicAnswers.isEmpty else { return }
    if isStatic {
      throw .dynamicAnswers(scenario.dynamicAnswers)
    }
    // An embedded script computes these responses itself.
    guard !embedsScript else { return }
    for answer in scenario.dynamicAnswers {
      output.tell(
        "\(answer.place): note: \(answer.name.escaped) is live only; "
          + "answer it from an app or test that runs the script")
    }
  }
}
