import MockLua

/// `mocklua graph`: prints a scenario as a Mermaid diagram.
struct GraphCommand: Command {
  static let declaration = CommandDeclaration(
    name: "graph",
    summary: "Draw a scenario as a Mermaid diagram.",
    arguments: [ScriptArguments.file, ResultFormat.option, ScriptArguments.output]
      + ScriptArguments.declarations,
    notes: """
      Each service is a box with its methods. An arrow leads from a method to each
      key of the shared state that its responses set, with the values; a dotted arrow
      leads from a key to each service that binds it, with the properties. A method
      shows its gates, and whether functions compute its responses. What a function
      sets is known only when it runs, and is not drawn.

      The same scenario gives the same text, in the order of the names, so that a file
      of it can be committed and compared. GitHub, among others, draws it in Markdown,
      in a block of ```mermaid.

      Example:
        mocklua graph login.lua --output login.mmd
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
