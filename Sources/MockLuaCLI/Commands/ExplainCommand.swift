import MockCalls
import MockData
import MockLua
import MockLuaTools

/// `mocklua explain`: shows which rule matches a call, and why.
struct ExplainCommand: ResultCommand {
  private static let call = Positional(
    "NAME", form: "NAME [ARGS]",
    help: "A call or a request, with ARGS as a JSON object.")
  private static let calls = Option<String>(
    "calls", value: "FILE", completion: .files("jsonl"),
    help: "First make the calls in a file of JSON lines.")

  static let declaration = CommandDeclaration(
    name: "explain",
    summary: "Show which rule matches a call, and why.",
    examples: [
      "mocklua explain login.lua OTP.verify '{\"code\":\"000000\"}'",
      "mocklua explain api.lua GET /users/7",
    ],
    arguments: [ScriptArguments.file, call, calls, ResultFormat.option]
      + ScriptArguments.declarations,
    formerOptions: ["json": "write '--format json'"],
    notes: """
      The rules appear in the order in which they are tried, with the pattern and the
      value of each field, and `>` before the one that matches. The call isn't made:
      counters and state stay unchanged, and only conditions that are functions run.

      --calls first makes the calls of a file. `mocklua call --help` describes its
      lines.
      """)

  let arguments: ParsedArguments
  private let request: MockCallRequest

  init(arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    let requests = try CallArguments.read(arguments.texts(of: Self.call))
    guard let request = requests.first else { throw .missingArgument(name: "NAME") }
    if requests.count > 1 { throw .invalidCall(.secondCall(requests[1].name)) }
    self.request = request
    if arguments[Self.calls] == "-", arguments[ScriptArguments.file] == "-" {
      throw .exclusiveOptions("-", "--calls -")
    }
  }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    let (input, callsPath) = (arguments[ScriptArguments.file], arguments[Self.calls])
    let source = try ScenarioSource.read(
      input, readsStandardInput: output.readsStandardInput && callsPath != "-")
    let player = try source.player(script, clock: .virtual())
    let readsCalls = output.readsStandardInput && input != "-"
    let explanation = try AsyncWork.run { [request] () async throws(CommandFailure) in
      if let callsPath {
        var calls = try CallFile(path: callsPath, readsStandardInput: readsCalls)
        let steps = StepPlayer(player)
        while let step = try calls.next() { _ = try await steps.play(step) }
        steps.finish()
      }
      do {
        return try await player.explain(request)
      } catch {
        throw .service(
          error as? MockServiceError
            ?? MockServiceError(code: "\(type(of: error))", message: "\(error)"))
      }
    }
    try output.write(try text(of: explanation))
  }

  private func text(of explanation: MockExplanation) throws(CommandFailure) -> String {
    switch arguments.resultFormat {
    case .text: explanation.description + "\n"
    case .json: try JSONResult.text(explanation.members)
    }
  }
}
