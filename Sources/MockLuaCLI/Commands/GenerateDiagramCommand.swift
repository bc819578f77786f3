import MockLua

/// `mocklua generate diagram`: draws a scenario as the text of a Mermaid diagram.
struct GenerateDiagramCommand: Command {
  static let declaration = CommandDeclaration(
    name: "generate diagram",
    summary: "Draw a scenario as a Mermaid diagram.",
    examples: ["mocklua generate diagram login.lua -o login.mmd"],
    arguments: [ScriptArguments.file, ResultFormat.option, ScriptArguments.output]
      + ScriptArguments.declarations,
    notes: """
      Each service is a box with its methods. An arrow leads from a method to each key
      of the shared state that its responses set, with the values. A dotted arrow
      leads from a key to each service that binds it, with the properties. A method
      shows its gates, and whether functions compute its responses. State that a
      function sets isn't drawn.

      The same scenario gives the same text, sorted by name, so that you can commit
      it. GitHub draws it in a Markdown block of ```mermaid.
      """)

  private let input: String
  private let format: ResultFormat
  private let target: OutputTarget
  private let script: ScriptArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments[ScriptArguments.file]
    format = try arguments.value(of: ResultFormat.option) ?? .text
    target = OutputTarget(try arguments.value(of: ScriptArguments.output) ?? "-")
    script = try ScriptArguments(arguments)
  }

  var color: ColorChoice { script.color }

  func run() throws(CommandFailure) {
    let source = try ScenarioSource.read(input)
    let graph = ScenarioGraph(configuration: try source.configuration(script))
    let text =
      switch format {
      case .text: graph.mermaid
      case .json: try JSONResult.text(graph.members)
      }
    try target.write(text, readFrom: source.source)
  }
}
