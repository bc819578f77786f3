import MockCalls
import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording
import MockRoutes

/// `mocklua drift`: sends a script's requests to the live service, and reports where the shapes of the responses
/// differ.
struct DriftCommand: ResultCommand {
  private static let base = Option<LiveBase>(
    "base", value: "URL", isRepeatable: true,
    help: "Ask there, and not the script's hosts; HOST=URL for one host.")
  private static let header = Option<HeaderLine>(
    "header", value: "LINE", isRepeatable: true, help: "Send a header with every request.")
  private static let parameter = Option<PathParameter>(
    "parameter", value: "NAME=VALUE", isRepeatable: true,
    help: "Say what a part of paths is, where no rule does.")
  private static let methods = Option<HTTPMethods>(
    "methods", value: "METHODS", isRepeatable: true,
    help: "Ask by these as well; by GET and HEAD alone otherwise.")
  private static let failOver = Option<UInt64>(
    "fail-over", value: "N", help: "Exit with 1 over so many differences; over 0 by default.")
  private static let format = Option<IssuesFormat>(
    "format", value: "FORMAT", help: "Print \(IssuesFormat.expectation); text by default.")

  static let declaration = CommandDeclaration(
    name: "drift",
    summary: "Ask the live side whether a script's answers still fit.",
    arguments: [
      ScriptArguments.file, base, header, parameter, methods, failOver, format,
    ] + ScriptArguments.declarations,
    notes: """
      For each rule of a route a request is made and sent, and the answer compared with
      the script's: status, form of the body, fields, kinds of values, and the cases of
      what is known to be an enumeration. Values may differ. Each difference stands at
      the line of the script's answer, with its age where a comment above says
      `-- recorded 2026-11-25`.

      GET and HEAD change nothing, and are asked; others where --methods names them.
      What is not asked is told on standard error, with the reason. Requests are sent by
      the program curl.

      The exit code is 0, 1 where there are more differences than --fail-over says or
      a request has no answer, and 64 for a wrong command line.

      Example:
        mocklua drift api.lua --base https://staging.example.com --format github
      """)

  private let file: String
  private let bases: [LiveBase]
  private let given: DriftPlan.Given
  private let most: UInt64
  private let format: IssuesFormat
  private let script: ScriptArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    file = arguments[ScriptArguments.file]
    bases = try arguments.values(of: Self.base)
    var given = DriftPlan.Given()
    for header in try arguments.values(of: Self.header) {
      given.headers.append((header.name, header.value))
    }
    for parameter in try arguments.values(of: Self.parameter) {
      given.parameters[parameter.name] = parameter.value
    }
    for methods in try arguments.values(of: Self.methods) { given.methods.formUnion(methods.names) }
    self.given = given
    most = try arguments.value(of: Self.failOver) ?? 0
    format = try arguments.value(of: Self.format) ?? .text
    script = try ScriptArguments(arguments)
  }

  var color: ColorChoice { script.color }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    try script.checkFolders()
    let source = try ScenarioSource.read(file, readsStandardInput: output.readsStandardInput)
    let runtime = try source.runtime(script.options, clock: .virtual())
    let plan = try AsyncWork.run { [given] in .success(await DriftPlan(runtime, given: given)) }
    let ages = RecordedAges(runtime)
    var result = DriftResult(report: DriftReport(), leftOut: plan.leftOut)
    var unreachable: [HTTPOrigin: String] = [:]
    for question in plan.questions {
      guard let request = LiveBase.request(of: question, bases) else {
        result.leftOut.append(
          DriftPlan.LeftOut(
            title: question.title, place: question.answers.first?.place,
            reason: "the script names no single host; write `--base URL`"))
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
    try output.write(try result.text(format, output.style(script.color)))
    if format != .json { for line in result.told { output.tell(line) } }
    if result.unanswered > 0 || result.differences > most {
      throw .drifted(
        differences: result.differences, most: Int(clamping: most), unanswered: result.unanswered)
    }
  }
}
