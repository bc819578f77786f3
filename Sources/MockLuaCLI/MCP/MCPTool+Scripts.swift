import MockData
import MockLua

/// The tools that read scripts; each is a command.
extension MCPTool {
  private static let file = ToolParameter(
    name: "file", kind: .path, help: "script (.lua) or configuration (.json)", isRequired: true)
  private static let script = ToolParameter(
    name: "file", kind: .path, help: "script (.lua)", isRequired: true)
  private static let path = ToolParameter(
    name: "path", kind: .paths, help: "more folders of modules")
  private static let options = [
    ToolParameter(name: "scenario", kind: .text, help: "a scenario that the script names"),
    ToolParameter(name: "mode", kind: .choice(ScenarioMode.allCases.map(\.rawValue))),
    ToolParameter(name: "seed", kind: .number(0...Int.max)), path,
  ]
  private static let isStatic = ToolParameter(
    name: "static", kind: .flag, help: "refuse answers that need Lua at run time")

  static let check = MCPTool(
    name: "check",
    summary: """
      Find mistakes and oddities in scripts without playing them: JSON with `findings`, each with file, line, severity, \
      problem, remedy, and where it is certain `edit`: put `new` in the place of `old` at line and column. An empty \
      list means that all is well.
      """,
    parameters: [
      ToolParameter(
        name: "files", kind: .paths, help: "a list of scripts and configurations", isRequired: true),
      isStatic,
      ToolParameter(
        name: "contract", kind: .path,
        help: "a file that says what the app's mocks require, which scripts are compared with"),
    ] + options
  ) { arguments throws(ToolProblem) in
    var line = CommandLineOfTool("check")
    line.add("format", "json")
    line.add("contract", arguments.text("contract").map { CommandLineOfTool.file($0) })
    line.add("static", if: arguments.flag("static"))
    line.addScriptOptions(arguments)
    for file in arguments.texts("files") { line.add(file: file) }
    return try line.answer()
  }

  static let emit = MCPTool(
    name: "emit",
    summary: "Print the configuration that a script describes, as JSON for an app without Lua.",
    parameters: [
      script, isStatic,
      ToolParameter(name: "list", kind: .flag, help: "print the names of its scenarios instead"),
    ] + options
  ) { arguments throws(ToolProblem) in
    var line = CommandLineOfTool("emit")
    line.add(arguments.flag("list") ? "list" : "compact")
    line.add("static", if: arguments.flag("static"))
    line.addScriptOptions(arguments)
    line.add(file: arguments.text("file"))
    return try line.answer()
  }

  static let explain = MCPTool(
    name: "explain",
    summary: """
      Say which rule of a script would answer a call, and why the others would not, field by field. Nothing is consumed.
      """,
    parameters: [
      file,
      ToolParameter(name: "call", kind: .text, help: "Service.method", isRequired: true),
      ToolParameter(name: "args", kind: .object, help: "arguments by label"),
      ToolParameter(
        name: "callsFile", kind: .path,
        help: "calls to play before: a line of JSON each, as those of `call`"),
    ] + options
  ) { arguments throws(ToolProblem) in
    var line = CommandLineOfTool("explain")
    line.add("format", "json")
    line.add("calls", arguments.text("callsFile").map(CommandLineOfTool.file))
    line.addScriptOptions(arguments)
    line.add(file: arguments.text("file"))
    try line.add(call: arguments.text("call") ?? "", arguments: arguments["args"])
    return try line.answer()
  }

  static let call = MCPTool(
    name: "call",
    summary: """
      Play calls in order against a script on a virtual clock, and print each answer as a line of JSON. Each run begins \
      anew. Gates stand open until a step closes one.
      """,
    parameters: [
      file,
      ToolParameter(
        name: "calls", kind: .objects,
        help: """
          a list of steps: {"call":"OTP.verify","args":{"code":"1"}}, {"open":"GATE"} or {"close":"GATE"}
          """, isRequired: true),
      ToolParameter(name: "state", kind: .flag, help: "end with the shared state"),
      ToolParameter(name: "gates", kind: .flag, help: "end with the gates and who waits"),
    ] + options
  ) { arguments throws(ToolProblem) in
    var line = CommandLineOfTool("call")
    line.add("state", if: arguments.flag("state"))
    line.add("gates", if: arguments.flag("gates"))
    line.addScriptOptions(arguments)
    line.add(file: arguments.text("file"))
    for (index, step) in arguments.objects("calls").enumerated() {
      try line.add(step: step, number: index + 1)
    }
    return try line.answer()
  }

  static let trace = MCPTool(
    name: "trace",
    summary: """
      Show the trace that a failing test left: its calls and answers as a diagram, and what went wrong, marked `!`. \
      With replay or with, play its calls again and tell what is answered differently.
      """,
    parameters: [
      ToolParameter(
        name: "file", kind: .path, help: "the trace (.trace.jsonl)", isRequired: true),
      ToolParameter(name: "replay", kind: .flag, help: "against its own script"),
      ToolParameter(name: "with", kind: .path, help: "against this script"), path,
    ]
  ) { arguments throws(ToolProblem) in
    var line = CommandLineOfTool("trace")
    line.add("replay", if: arguments.flag("replay"))
    line.add("with", arguments.text("with").map(CommandLineOfTool.file))
    line.addScriptOptions(arguments)
    line.add(file: arguments.text("file"))
    return try line.answer()
  }
}

extension CommandLineOfTool {
  /// Adds a step of `call`: a call, or what happens to a gate.
  fileprivate mutating func add(
    step: [String: AnyCodableValue], number: Int
  ) throws(ToolProblem) {
    let place = "step \(number) of `calls`"
    if let unknown = step.keys.filter({ !["call", "args", "open", "close"].contains($0) }).min() {
      let hint =
        NearestName.hint(for: unknown, candidates: ["call", "args", "open", "close"]) ?? ""
      throw ToolProblem("\(place) has the unknown key `\(unknown.escaped)`; \(hint)")
    }
    let kinds = ["call", "open", "close"].filter { step[$0] != nil }
    guard kinds.count == 1, kinds == ["call"] || step["args"] == nil else {
      throw ToolProblem(
        "\(place) has to have one of `call`, `open` and `close`, and `args` with `call` alone; write a step for each"
      )
    }
    guard case .string(let name) = step[kinds[0]] else {
      throw ToolProblem("`\(kinds[0])` of \(place) has to be a string")
    }
    guard kinds == ["call"] else { return add(word: "\(kinds[0])=\(name)") }
    try add(call: name, arguments: step["args"])
  }
}
