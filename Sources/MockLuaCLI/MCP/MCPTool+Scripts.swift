import MockData
import MockLua

/// The tools that read scripts. Each is a command, whose declaration provides the parameters.
extension MCPTool {
  static let check = MCPTool(
    of: CheckCommand.self, without: ["strict"],
    summary: """
      Find errors and questionable code in scripts without making calls. Returns JSON with `issues`, each with file, \
      line, severity, problem, suggestion, and, if the fix is certain, `edit`: replace `old` with `new` at line and \
      column. An empty list means that there are no issues.
      """,
    options: ["--format=json"])

  static let emit = MCPTool(
    of: EmitCommand.self, without: ["compact", "base64", "env", "embed-script"],
    summary: "Print the configuration that a script describes, as JSON for an app without Lua.",
    options: ["--compact"])

  static let list = MCPTool(
    of: ListCommand.self,
    summary: "List the variants of a script, each with the comment above it, as JSON.",
    options: ["--format=json"])

  static let explain = MCPTool(
    of: ExplainCommand.self, without: ["NAME"],
    summary: """
      Show which rule of a script matches a call, and why the others don't, field by field. The call isn't made.
      """,
    additional: [
      ToolParameter(name: "call", kind: .text, help: "Service.method", isRequired: true),
      ToolParameter(name: "args", kind: .object, help: "arguments by label"),
    ],
    options: ["--format=json"],
    words: { [$0["call"], $0["args"]].compactMap { $0?.plainText } })

  static let call = MCPTool(
    of: CallCommand.self, without: ["NAME", "calls", "real-time", "fail-on-error"],
    summary: """
      Make calls to a script in order, on a virtual clock, and print each response as a line of JSON. Each run starts \
      the script again. Gates are open until a step closes one.
      """,
    additional: [
      ToolParameter(
        name: "calls", kind: .objects,
        help: """
          a list of steps: {"call":"OTP.verify","args":{"code":"1"}}, {"open":"GATE"} or {"close":"GATE"}
          """, isRequired: true)
    ],
    words: { arguments throws(ToolProblem) in
      var words: [String] = []
      for (index, step) in arguments.objects("calls").enumerated() {
        words += try MCPTool.words(step: step, number: index + 1)
      }
      return words
    })

  static let trace = MCPTool(
    of: TraceCommand.self, without: ["mermaid"],
    summary: """
      Show the trace of a failing test: its calls and responses as a diagram, and what went wrong, marked `!`. With \
      `replay` or `with`, make its calls again, and list those that get a different response.
      """)

  /// The tool that runs code of the package, which a server has only with `--allow-running-tests`.
  static let test = MCPTool(
    of: GenerateTestCommand.self, named: "test", without: ["run"], requiring: ["output"],
    summary: """
      Write a Swift Testing file with a test for each requirement of a protocol with `@Mocked`, and run it with `swift \
      test`. The first build takes minutes. Returns the failures. An existing file is never replaced.
      """,
    isReadOnly: false, options: ["--run"])

  // MARK: - A command as a tool

  /// Options that no tool has, because every tool returns JSON without colors, and writes nothing.
  private static let hidden: Set = ["format", "output", "quiet", "color"]

  /// Creates a tool for a command, whose arguments are the parameters.
  ///
  /// By default, the tool has the command's name. Additional parameters are for plain words of the command line, which
  /// `words` returns. `options` are options of the command that no parameter sets.
  private init(
    of command: any ResultCommand.Type, named name: String? = nil,
    without excluded: [String] = [], requiring required: Set<String> = [], summary: String,
    additional: [ToolParameter] = [], isReadOnly: Bool = true,
    options: [String] = [],
    words: @escaping @Sendable (ToolArguments) throws(ToolProblem) -> [String] = { _ in [] }
  ) {
    let declaration = command.declaration
    let parameters = declaration.arguments.filter {
      let name = $0.declaration.name
      return required.contains(name) || !Self.hidden.contains(name) && !excluded.contains(name)
    }.map { argument in
      var parameter = ToolParameter(argument)
      parameter.isRequired = parameter.isRequired || required.contains(parameter.name)
      return parameter
    }
    self.init(
      name: name ?? declaration.name, summary: summary, parameters: parameters + additional,
      isReadOnly: isReadOnly
    ) { arguments throws(ToolProblem) in
      var line = CommandLineOfTool(declaration, options: options)
      for parameter in parameters { line.add(arguments[parameter.name], of: parameter) }
      line.add(words: try words(arguments))
      return try line.answer()
    }
  }

  /// Returns the words for a step of `call`: a call, or a change of a gate.
  private static func words(
    step: [String: AnyCodableValue], number: Int
  ) throws(ToolProblem) -> [String] {
    let place = "step \(number) of `calls`"
    let known = ["call", "args", "open", "close"]
    if let unknown = step.keys.filter({ !known.contains($0) }).min() {
      let hint = NearestName.hint(for: unknown, candidates: known) ?? ""
      throw ToolProblem("\(place) has the unknown key `\(unknown.escaped)`; \(hint)")
    }
    let kinds = ["call", "open", "close"].filter { step[$0] != nil }
    guard kinds.count == 1, kinds == ["call"] || step["args"] == nil else {
      throw ToolProblem(
        "\(place) must have exactly one of `call`, `open`, and `close`, and only `call` takes `args`; write a step"
          + " for each"
      )
    }
    guard case .string(let name) = step[kinds[0]] else {
      throw ToolProblem("`\(kinds[0])` of \(place) must be a string")
    }
    guard kinds == ["call"] else { return ["\(kinds[0])=\(name)"] }
    return [name] + (step["args"].map { [$0.compactText] } ?? [])
  }
}
