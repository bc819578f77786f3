import MockCalls
import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording
import MockRoutes

/// `mocklua drift`: compares a script's responses with the live service's.
struct DriftCommand: ResultCommand {
  private static let base = Option<LiveBase>(
    "base", value: "URL", isRepeatable: true,
    help: "Send requests to URL; HOST=URL for one host.")
  private static let header = Option<HeaderLine>(
    "header", value: "LINE", isRepeatable: true,
    help: "Send this header, such as 'Accept: text/html'.")
  private static let parameter = Option<PathParameter>(
    "parameter", value: "NAME=VALUE", isRepeatable: true,
    help: "Set a path parameter that no rule sets.")
  private static let methods = Option<HTTPMethods>(
    "methods", value: "METHODS", isRepeatable: true,
    help: "Send requests of these methods, too: POST,PUT.")
  private static let failOver = Option<UInt64>(
    "fail-over", value: "N", help: "Allow up to N differences (default: 0).")
  private static let format = Option<IssuesFormat>(
    "format", value: "FORMAT", help: "Print \(IssuesFormat.expectation) (default: text).")

  static let declaration = CommandDeclaration(
    name: "drift",
    summary: "Compare a script with the live service.",
    examples: [
      "mocklua drift api.lua --base https://staging.example.com --format github"
    ],
    arguments: [
      ScriptArguments.file, base, header, parameter, methods, failOver, format,
      ScriptArguments.quiet,
    ] + ScriptArguments.declarations,
    notes: """
      The command sends a request for each rule of a route with `curl`, and compares
      the response with the script's: status, form of the body, fields, types of
      values, and cases of enumerations. Values may differ. A difference is reported
      at the line of the script's response, with its age if a comment above it says
      `-- recorded 2026-11-25`.

      Only requests with GET, HEAD, or one of the --methods are sent. Standard error
      lists the other requests, with reasons.

      The exit code is 1 if there are more differences than --fail-over allows, or if
      a request gets no response.
      """)

  let arguments: ParsedArguments

  /// The values of the options for requests.
  private var given: DriftPlan.Given {
    var given = DriftPlan.Given()
    given.headers = arguments.values(of: Self.header).map { ($0.name, $0.value) }
    for parameter in arguments.values(of: Self.parameter) {
      given.parameters[parameter.name] = parameter.value
    }
    for methods in arguments.values(of: Self.methods) { given.methods.formUnion(methods.names) }
    return given
  }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    try script.checkFolders()
    let source = try ScenarioSource.read(
      arguments[ScriptArguments.file], readsStandardInput: output.readsStandardInput)
    let runtime = try source.runtime(script.options, clock: .virtual())
    let plan = try AsyncWork.run { [given] in await DriftPlan(runtime, given: given) }
    let ages = RecordedAges(runtime)
    let bases = arguments.values(of: Self.base)
    var result = DriftResult(report: DriftReport(), leftOut: plan.leftOut)
    var unreachable: [HTTPOrigin: String] = [:]
    for question in plan.questions {
      guard let request = LiveBase.request(of: question, bases) else {
        result.leftOut.append(
          DriftPlan.LeftOut(
            title: question.title, place: question.answers.first?.place,
            reason: "the script doesn't name one exact host; write `--base URL`"))
        continue
      }
      if let problem = unreachable[request.origin] {
        result.report.add(question, problem: problem, age: ages.age)
        continue
      }
      do throws(LiveSide.Problem) {
        result.report.add(question, live: try LiveSide().send(request), age: ages.age)
      } catch {
        if error.isOfHost { unreachable[request.origin] = error.text }
        result.report.add(question, problem: error.text, age: ages.age)
      }
    }
    let format = arguments[Self.format] ?? .text
    try output.write(try result.text(format, output.style(script.color)))
    if format != .json, !arguments[ScriptArguments.quiet] {
      for line in result.summary { output.tell(line) }
    }
    let limit = Int(clamping: arguments[Self.failOver] ?? 0)
    if result.unanswered > 0 || result.differences > limit {
      throw .drifted(
        differences: result.differences, most: limit, unanswered: result.unanswered)
    }
  }
}
