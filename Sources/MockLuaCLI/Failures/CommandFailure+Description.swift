import MockCalls
import MockConfiguration
import MockData
import MockInspector
import MockLua
import MockPlatform

extension CommandFailure: CustomStringConvertible {
  /// The problem with its location and solution, one line for each.
  var description: String {
    switch self {
    case .unreadable(_, .encoding), .scenarioError, .dynamicAnswers, .configuration:
      DiagnosticRenderer(style: .plain).text(of: self)
    case .unreadable(let path, let problem):
      "mocklua: \(path.escapedPath): \(problem)"
    case .noFolder(let path, let error):
      "mocklua: \(path.escapedPath): \(error.problem); give --path a folder of Lua files"
    case .noReadableFolder(let path, let error):
      "mocklua: \(path.escapedPath): \(error.problem); name the folder that may be read"
    case .unencodable(let cause):
      "mocklua: the configuration can't be written as JSON: \(cause)"
    case .tooLargeForVariable(let size, let limit):
      "mocklua: the configuration has \(size) bytes of JSON, which even compressed is more than an "
        + "environment variable can hold here (\(limit)); write it with --output FILE, and set "
        + "\(MockServiceConfiguration.fileVariable)=FILE instead"
    case .unwritable(let target, let error):
      "mocklua: \(target.escapedPath): \(error.problem); \(error.writingSuggestion)"
    case .wouldReplaceScript(let path):
      "mocklua: \(path.escapedPath): is the script itself; name another file for --output"
    case .noVariants(let script):
      "mocklua: \(script.escapedPath): declares no variant; declare one with "
        + "`variant(\"name\", function() ... end)`"
    case .unusableContract(let error):
      "mocklua: \(error); \(error.diagnostic.suggestion == nil ? "" : "or ")write it again with "
        + "`MockContracts.write(to:of:)` or `mocklua generate contract`"
    case .toldNothing(let app):
      "mocklua: \(app) ended before it sent the contract of its mocks; see its output, because reading one"
        + " of its types may have ended it"
    case .noContract(let app):
      "mocklua: \(app) has no contract of its mocks; generate them with `@Mocked`"
    case .unreadableCalls(let path, let problem):
      "mocklua: \(path.escapedPath): \(problem)"
    case .unreadableTrace(let path, let problem):
      "mocklua: \(path.escapedPath): \(Self.traceProblem(problem))"
    case .unreadableCoverage(let path, let problem):
      "mocklua: \(path.escapedPath): \(Self.coverageProblem(problem))"
    case .noCoverage(let path):
      "mocklua: \(path.escapedPath): has no coverage files; run the tests with MOCKLUA_COVERAGE set to this folder"
    case .tooLittleCoverage(let files, let least):
      files.map { Self.tooLittleCoverage(of: $0.file, percent: $0.percent, least: least) }.joined(
        separator: "\n")
    case .unusedThings(let number):
      "mocklua: \(Self.count(number, of: "item")) \(number == 1 ? "was" : "were") never used; call each, or mark it"
        + " `:optional()`"
    case .answeredDifferently(let number, let total):
      "mocklua: \(number) of \(Self.count(total, of: "call"))"
        + " \(number == 1 ? "gets" : "get") a different response"
    case .optionOfScripts(let option, let file):
      "mocklua: \(file.escapedPath): is a configuration, but \(option) is for scripts; leave it out"
    case .optionOfRequests(let file):
      "mocklua: \(file.escapedPath): is a configuration, but --host, --type, and --status select HTTP requests; "
        + "leave them out"
    case .needsFolder(let files, let source):
      "mocklua: \(source.escapedPath): \(Self.count(files, of: "file")) \(files == 1 ? "belongs" : "belong") next to the script; "
        + "write --output FILE"
    case .importDiffers(let number, let source):
      "mocklua: \(source.escapedPath): the script differs from it in \(Self.count(number, of: "place")), so it isn't "
        + "written; write it anyway with --keep-going"
    case .inspector(let problem):
      switch problem {
      case .cannotListen, .shortage: "\(problem)"
      case .notBuilt: "mocklua: \(problem)"
      }
    case .routes(let error):
      "mocklua: \(error)"
    case .session(let problem):
      "mocklua: \(problem)"
    case .unexplained(let error), .unknownGate(let error):
      "mocklua: \(error.message)"
    case .played(let counts):
      "mocklua: \(counts)"
    case .failedInputs(let number):
      "mocklua: \(Self.count(number, of: "input")) failed; see the messages above"
    case .unformatted(let files):
      files.map(Self.unformatted).joined(separator: "\n")
    case .drifted(let differences, let most, let unanswered):
      "mocklua: \(Self.drift(differences: differences, most: most, unanswered: unanswered))"
    case .learnable(let methods):
      "mocklua: state can be learned from \(methods.map { "`\($0.escaped)`" }.joined(separator: ", "));"
        + " leave out --check"
    case .unlearned(let problem): "mocklua: \(problem)"
    case .issues(let errors, let warnings):
      "mocklua: \(Self.issues(errors: errors, warnings: warnings))"
    }
  }

  private static func traceProblem(_ problem: CallsProblem) -> String {
    if case .folder = problem { return "is a folder; name the trace of a test in it" }
    return "\(problem)"
  }

  private static func coverageProblem(_ problem: CallsProblem) -> String {
    guard case .longLine(let line, let limit) = problem else { return "\(problem)" }
    return
      "line \(line) is longer than \(limit >> 20) MiB, which no process writes; name a coverage file"
  }

  private static func tooLittleCoverage(of file: String, percent: String, least: String) -> String {
    "mocklua: \(file.escapedPath): \(percent) is covered, less than \(least)%; call what was never used"
  }

  private static func unformatted(_ file: String) -> String {
    let argument: String = file == "stdin" ? "-" : file.escapedPath
    return "mocklua: \(file.escapedPath): isn't formatted; write `mocklua format \(argument)`"
  }

  private static func drift(differences: Int, most: Int, unanswered: Int) -> String {
    var parts: [String] = []
    if differences > most {
      parts.append(count(differences, of: "difference") + (most > 0 ? ", more than \(most)" : ""))
    }
    if unanswered > 0 { parts.append(count(unanswered, of: "request") + " without a response") }
    return parts.joined(separator: " and ")
  }

  private static func issues(errors: Int, warnings: Int) -> String {
    var parts: [String] = []
    if errors > 0 { parts.append(count(errors, of: "error")) }
    if warnings > 0 { parts.append(count(warnings, of: "warning")) }
    return parts.joined(separator: " and ")
  }

  /// The errors in the input; nil if the failure has another cause.
  var diagnostics: [MockDiagnostic]? {
    switch self {
    case .unreadable(let path, .encoding(let problem)):
      [
        MockDiagnostic(
          code: "unreadable", at: ScriptLocation(file: path, line: problem.line),
          sentence: "\(problem)")
      ]
    case .scenarioError(let error): error.diagnostics
    case .configuration(let error): [error.diagnostic]
    case .dynamicAnswers(let answers):
      answers.map { answer in
        MockDiagnostic(
          code: "computed-answer", at: answer.place,
          problem: "\(answer.name.escaped) is computed by Lua at run time, which --static forbids",
          suggestion: "write reply(...) with data, or leave out --static")
      }
    default: nil
    }
  }

  /// Returns a count such as `1 error` or `2 errors`.
  static func count(_ number: Int, of thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}
