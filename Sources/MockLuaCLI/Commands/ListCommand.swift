import MockData
import MockLua
import MockLuaTools

/// `mocklua list`: shows the variants of a script.
struct ListCommand: ResultCommand {
  static let declaration = CommandDeclaration(
    name: "list",
    summary: "List the variants of a script.",
    examples: ["mocklua list login.lua"],
    arguments: [
      ScriptArguments.scriptFile, ResultFormat.option, ScriptArguments.mode, ScriptArguments.seed,
      ScriptArguments.path, ScriptArguments.color,
    ],
    formerOptions: ["swift": "write 'mocklua generate swift FILE'"],
    notes: """
      Each line has the name of a variant, and the first line of the comment directly
      above it. Select a variant with --variant NAME in other commands.
      """)

  let arguments: ParsedArguments

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    try script.checkFolders()
    let source = try ScriptSource.readScript(
      arguments[ScriptArguments.scriptFile], readsStandardInput: output.readsStandardInput)
    let scenarios = try source.scenario(script.options).summaries
    switch arguments.resultFormat {
    case .text: try output.write(Self.text(of: scenarios))
    case .json:
      try output.write(JSONResult.text(["variants": .array(scenarios.map(\.value))]))
    }
  }

  /// Returns a line for each variant: its name, and the first line of its comment that isn't empty.
  private static func text(of scenarios: [VariantSummary]) -> String {
    let names = scenarios.map(\.name.escapedWhole)
    let width = names.map(\.count).max() ?? 0
    return zip(names, scenarios).map { name, scenario in
      guard let comment = scenario.comment.first(where: { !$0.isEmpty }) else { return name + "\n" }
      let gap = String(repeating: " ", count: width - name.count + 2)
      return name + gap + comment.escapedWhole + "\n"
    }.joined()
  }
}

extension VariantSummary {
  fileprivate var value: AnyCodableValue {
    ["name": .string(name), "comment": .array(comment.map { .string($0) })]
  }
}
