import MockLua

/// `mocklua graph`: draws a scenario, or where a suite goes, as the text of a Mermaid diagram.
struct GraphCommand: Command {
  private static let files = Positional(
    "FILE", form: "FILE...", isOptional: false, completion: .files(),
    help: "A script or .json; or traces, coverage, folders.")
  private static let svg = Option<String>(
    "svg", value: "OUT", help: "Draw a suite as SVG, by `dot` of Graphviz.")
  private static let root = Option<String>(
    "root", value: "FOLDER", completion: .folders,
    help: "The suite's project; this folder by default.")

  static let declaration = CommandDeclaration(
    name: "graph",
    summary: "Draw a scenario, or where a suite goes, as a Mermaid diagram.",
    arguments: [files, ResultFormat.option, ScriptArguments.output, svg, root]
      + ScriptArguments.declarations,
    notes: """
      Of a scenario: each service is a box with its methods. An arrow leads from a
      method to each key of the shared state that its answers set, with the values;
      a dotted arrow from a key to each service that binds it, with the properties.
      Gates and computed answers stand on the method. What a function sets is known
      only when it runs, and is not drawn.

      Of a suite, which has left coverage (MOCKLUA_COVERAGE), traces (MOCKLUA_TRACES)
      or both: an arrow leads from each scenario to the methods that were called in
      it, and from a method to its answers, with how often. Traces add which call came
      after which. What no test has used is dashed.

      The same input gives the same text, in the order of the names, so that a file
      of it can be committed and compared. Pages of Markdown on GitHub, among others,
      draw it where it stands in a block of ```mermaid.

      Example:
        mocklua graph login.lua --output login.mmd
        mocklua graph .build/coverage traces --svg suite.svg
      """)

  private let inputs: [String]
  private let format: ResultFormat
  private let target: OutputTarget
  private let picture: String?
  private let root: String
  private let script: ScriptArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    inputs = arguments.texts(of: Self.files)
    format = try arguments.value(of: ResultFormat.option) ?? .text
    target = OutputTarget(try arguments.value(of: ScriptArguments.output) ?? "-")
    picture = try arguments.value(of: Self.svg)
    root = try arguments.value(of: Self.root) ?? "."
    script = try ScriptArguments(arguments)
  }

  var color: ColorChoice { script.color }

  func run() throws(CommandFailure) {
    if let input = inputs.first(where: { !SuiteInput.isOne($0) }) {
      if inputs.count > 1 { throw .drawnByItself(path: input) }
      if picture != nil { throw .noPictureOfScript(path: input) }
      return try drawScript(input)
    }
    var suite = SuiteInput()
    for input in inputs { try suite.add(input) }
    let graph = SuiteGraph(
      coverage: CoverageReport(suite.coverage.uses, root: root), traces: suite.traces)
    if let picture {
      return try OutputTarget(picture).write(try GraphvizDrawing.svg(of: graph.dot))
    }
    switch format {
    case .text: try target.write(graph.mermaid)
    case .json: try target.write(try JSONResult.text(graph.members))
    }
  }

  private func drawScript(_ input: String) throws(CommandFailure) {
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
