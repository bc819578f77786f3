import MockConfiguration
import MockData
import MockLua

/// `mocklua emit`: prints the configuration that a scenario script describes.
struct EmitCommand: ResultCommand {
  private static let compact = Flag("compact", help: "Print the JSON on one line.")
  private static let base64 = Flag("base64", help: "Print the JSON as base64.")
  private static let env = Flag(
    "env", help: "Print MOCK_SERVICE_CONFIG=..., compressed if it is large.")
  private static let embedScript = Flag(
    "embed-script", help: "Add the script, for an app that runs Lua.")

  static let declaration = CommandDeclaration(
    name: "emit",
    summary: "Print a script as a configuration in JSON (default).",
    examples: [
      "mocklua login.lua",
      "mocklua emit login.lua --variant offline -o offline.json",
      "export \"$(mocklua login.lua --env)\"",
    ],
    arguments: [
      ScriptArguments.scriptFile, ScriptArguments.variant, compact, base64, env,
      ScriptArguments.output, ScriptArguments.quiet, ScriptArguments.isStatic, embedScript,
      OnlyFormat.option, ScriptArguments.mode, ScriptArguments.seed, ScriptArguments.path,
      ScriptArguments.color,
    ],
    conflicts: [
      [compact, base64, env], [OnlyFormat.option, base64], [OnlyFormat.option, env],
    ],
    formerOptions: ["list": "write 'mocklua list FILE'"],
    notes: """
      Responses that functions compute aren't part of the configuration. They are
      listed on standard error, unless the script is embedded.

      A file is replaced as a whole, or not at all.
      """)

  let arguments: ParsedArguments

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    try script.checkFolders()
    let source = try ScriptSource.readScript(
      arguments[ScriptArguments.scriptFile], readsStandardInput: output.readsStandardInput)
    let scenario = try source.scenario(script.options)
    try checkDynamicAnswers(of: scenario, output)
    try output.write(try text(of: scenario), to: arguments.target, readFrom: source)
  }

  /// Returns the configuration in the requested format, with a final newline.
  private func text(of scenario: LuaScenario) throws(CommandFailure) -> String {
    var configuration = scenario.configuration
    if arguments[Self.embedScript] { configuration.script = scenario.script }
    do {
      let style: MockJSONStyle = arguments[Self.compact] ? .compact : .pretty
      let text =
        switch true {
        case arguments[Self.base64]: try configuration.toBase64()
        case arguments[Self.env]: try Self.variable(for: configuration)
        default: try configuration.json(style).escapedJSON
        }
      return text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw .unencodable(cause: error)
    }
  }

  /// Returns the variable with its value, compressed if it would be too long for the system.
  private static func variable(for configuration: MockServiceConfiguration) throws -> String {
    let limit = MockLaunchPlatform.current.limit
    switch try MockTransport(configuration, limit: limit) {
    case .variable(let value): return "\(MockServiceConfiguration.environmentVariable)=\(value)"
    case .file(let json):
      throw CommandFailure.tooLargeForVariable(size: json.count, limit: limit)
    }
  }

  private func checkDynamicAnswers(
    of scenario: LuaScenario, _ output: CommandOutput
  ) throws(CommandFailure) {
    guard !scenario.dynamicAnswers.isEmpty else { return }
    if arguments[ScriptArguments.isStatic] {
      throw .dynamicAnswers(scenario.dynamicAnswers)
    }
    // An embedded script computes these responses itself.
    guard !arguments[Self.embedScript], !arguments[ScriptArguments.quiet] else { return }
    for answer in scenario.dynamicAnswers {
      output.tell(
        "\(answer.place): note: \(answer.name.escaped) is computed at run time; "
          + "run the script in an app or a test")
    }
  }
}
