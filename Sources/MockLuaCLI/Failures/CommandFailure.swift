import CLibrary
import MockCalls
import MockConfiguration
import MockData
import MockHTTPServer
import MockLua
import MockPlatform
import MockRecording
import MockSessions

/// The reason why a correctly called command has no result.
enum CommandFailure: Error {
  /// A script couldn't be read.
  case unreadable(path: String, ScriptProblem)

  /// A folder of `--path` couldn't be used.
  case noFolder(path: String, SystemError)

  /// The folder for an agent couldn't be used.
  case noReadableFolder(path: String, SystemError)

  case scenarioError(ScenarioError)

  /// The script computes responses at run time, and `--static` doesn't allow that.
  case dynamicAnswers([DynamicAnswer])

  /// The configuration can't be encoded as text.
  case unencodable(cause: any Error)

  /// Even compressed, the configuration exceeds the limit for an environment variable.
  case tooLargeForVariable(size: Int, limit: Int)

  case unwritable(target: String, SystemError)

  case wouldReplaceScript(path: String)

  /// Variants were requested, but the script doesn't declare any.
  case noVariants(script: String)

  /// A configuration, or a line of a file of calls, has an error.
  case configuration(MockConfigurationError)

  /// A file of `--contract` is invalid.
  case unusableContract(MockConfigurationError)

  /// An app ended without sending its contracts.
  case sentNoContract(SessionApp)

  /// An app doesn't know the requirements of any of its mocks.
  case noContract(of: SessionApp)

  case unreadableCalls(path: String, CallsProblem)

  case unreadableTrace(path: String, CallsProblem)

  case unreadableCoverage(path: String, CallsProblem)

  case noCoverage(path: String)

  /// Files whose coverage is below `--fail-under`, with their percentages.
  case tooLittleCoverage([(file: String, percent: String)], least: String)

  /// The number of items that were never used, with `--fail-unused`.
  case unusedThings(Int)

  /// The number of calls of a trace with different responses, and the total.
  case answeredDifferently(Int, of: Int)

  /// An option for scripts was used with a configuration.
  case optionOfScripts(String, file: String)

  /// An option that filters HTTP requests was used with a configuration.
  case optionOfRequests(file: String)

  /// A number of bodies must be stored in files next to the script, but there is no folder for them.
  case needsFolder(files: Int, source: String)

  /// An imported script differs from its source in a number of places.
  case importDiffers(Int, source: String)

  case session(SessionProblem)

  /// The port of the inspector couldn't be opened.
  case inspector(HTTPServerProblem, port: Int)

  /// The port of the routes couldn't be opened.
  case routes(RouteServerError)

  /// A gate is unknown, or a call can't be explained.
  case service(MockServiceError)

  /// Some of the calls failed.
  case played(PlayedCounts)

  /// A number of lines or inputs of a REPL failed.
  case failedInputs(Int)

  /// The files that aren't formatted, with `--check`.
  case unformatted([String])

  /// The number of differences from the live service, the allowed number, and the number of requests without a
  /// response.
  case drifted(differences: Int, most: Int, unanswered: Int)

  /// The methods for which state can be learned, with `--check`.
  case learnable([String])

  /// The learned script couldn't be written, for the given reason.
  case unlearned(String)

  case noProtocol(String, file: String, nearest: String?, known: [String])

  case notMocked(String, file: String, line: Int)

  case privateProtocol(String, file: String, line: Int)

  /// The module of the protocol to test isn't clear from the path of its file.
  case noModule(file: String)

  /// No requirement of the protocol can be tested automatically.
  case noTests(String, file: String, line: Int)

  case testExists(path: String)

  case noPackage

  /// `swift test` couldn't be started.
  case cannotRunTests(SystemError)

  /// Tests, or the build, failed.
  case testsFailed(suite: String)

  case testsTimedOut(suite: String, seconds: UInt64)

  /// A package doesn't contain the tests that were written.
  case noTestsFound(suite: String, path: String)

  /// The checked files have errors, or warnings that count as errors.
  case issues(errors: Int, warnings: Int)
}

extension CommandFailure: CustomStringConvertible {
  /// The problem with its location and solution; several problems are on separate lines.
  var description: String {
    switch self {
    case .unreadable(_, .encoding), .scenarioError, .dynamicAnswers, .configuration:
      DiagnosticRenderer(style: .plain).text(of: self)
    case .unreadable(let path, let problem):
      "mocklua: \(path.escapedPath): \(problem)"
    case .noFolder(let path, let error):
      "mocklua: \(path.escapedPath): \(error.problem); give --path a folder of Lua files"
    case .noReadableFolder(let path, let error):
      "mocklua: \(path.escapedPath): \(error.problem); name the folder that the agent may read"
    case .unencodable(let cause):
      "mocklua: the configuration can't be written as JSON: \(cause)"
    case .tooLargeForVariable(let size, let limit):
      "mocklua: even compressed, the configuration's \(size) bytes of JSON exceed the limit of an environment "
        + "variable here (\(limit)); write it with --output FILE, and set "
        + "\(MockServiceConfiguration.fileVariable)=FILE instead"
    case .unwritable(let target, let error):
      "mocklua: \(target.escapedPath): \(error.problem); \(error.writingSuggestion)"
    case .wouldReplaceScript(let path):
      "mocklua: \(path.escapedPath): is the script itself; name another file"
    case .noVariants(let script):
      "mocklua: \(script.escapedPath): declares no variant; declare one with "
        + "`variant(\"name\", function() ... end)`"
    case .unusableContract(let error):
      "mocklua: \(error); \(error.diagnostic.suggestion == nil ? "" : "or ")write the contract again with "
        + "`MockContracts.write(to:of:)` or `mocklua generate contract`"
    case .sentNoContract(let app):
      "mocklua: \(app) ended before it sent the contract of its mocks; look in its output for a"
        + " crash, such as one in the `init(from:)` of a type"
    case .noContract(let app):
      "mocklua: \(app) sent a contract without mocks; generate its mocks with `@Mocked`"
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
      "mocklua: \(Self.count(number, of: "item")) \(number == 1 ? "was" : "were") never used;"
        + " \(number == 1 ? "make a call that uses it" : "make calls that use them"), or add `:optional()`"
    case .answeredDifferently(let number, let total):
      "mocklua: \(number) of \(Self.count(total, of: "call"))"
        + " \(number == 1 ? "gets" : "get") a different response"
    case .optionOfScripts(let option, let file):
      "mocklua: \(file.escapedPath): is a configuration, but \(option) is for scripts; remove it"
    case .optionOfRequests(let file):
      "mocklua: \(file.escapedPath): is a configuration, but --host, --type, and --status select HTTP requests; remove "
        + "them"
    case .needsFolder(let files, let source):
      "mocklua: \(source.escapedPath): \(Self.count(files, of: "file")) must be written next to the script; "
        + "write --output FILE"
    case .importDiffers(let number, let source):
      "mocklua: \(source.escapedPath): the script differs from this source in \(Self.count(number, of: "place")), so it "
        + "wasn't written; pass --keep-going to write it anyway"
    case .inspector(.cannotListen(let reason), let port):
      "127.0.0.1:\(port): the inspector cannot listen: \(reason); remove `--inspector-port` to let"
        + " the system choose a free port"
    case .inspector(.shortage(let reason), _):
      "the inspector cannot listen: \(reason); \(SystemError.shortageSuggestion)"
    // The inspector doesn't use TLS.
    case .inspector(.notBuilt, _), .inspector(.noTLS, _):
      "mocklua: this command does not have an inspector, because it was built without libmicrohttpd; install it"
        + " (`brew install libmicrohttpd`, or Debian's libmicrohttpd-dev), and build `mocklua` again"
    case .routes(let error):
      "mocklua: \(error)"
    case .session(let problem):
      "mocklua: \(problem)"
    case .service(let error):
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
      "mocklua: state can be learned from \(methods.map { "`\($0.escaped)`" }.joined(separator: ", ")); run"
        + " without --check to learn it"
    case .unlearned(let problem): "mocklua: \(problem)"
    case .noProtocol(let name, let file, let nearest, let known):
      "mocklua: \(file.escapedPath): has no protocol `\(name.escaped)`; "
        + Self.protocolHint(nearest: nearest, known: known)
    case .notMocked(let name, let file, let line):
      "\(file.escapedPath):\(line): `\(name.escaped)` has no mock; write `@Mocked` before it, and `import MockServices`"
    case .privateProtocol(let name, let file, let line):
      "\(file.escapedPath):\(line): `\(name.escaped)` is private, so no test can use it; remove `private`"
    case .noModule(let file):
      "mocklua: \(file.escapedPath): isn't in a folder inside `Sources`; write --module NAME"
    case .noTests(let name, let file, let line):
      "\(file.escapedPath):\(line): `\(name.escaped)` has no requirement that can be tested automatically; write its tests"
        + " by hand"
    case .testExists(let path):
      "mocklua: \(path.escapedPath): already exists, so it wasn't changed; name another file with --output, or"
        + " run this one with `swift test`"
    case .noPackage:
      "mocklua: this folder has no Package.swift; run mocklua in the folder of the package"
    case .cannotRunTests(let error):
      "mocklua: swift test can't be started: \(error.problem); install Swift, and add it to PATH"
    case .testsFailed(let suite):
      "mocklua: the tests failed, as shown above; fix them, and run `swift test --filter \(suite.escaped)`"
    case .testsTimedOut(let suite, let seconds):
      "mocklua: the tests didn't end within \(seconds) s; pass a longer --timeout, or run `swift test --filter"
        + " \(suite.escaped)`"
    case .noTestsFound(let suite, let path):
      "mocklua: \(path.escapedPath): the package has no suite \(suite.escaped), so the file isn't in a test target; write it"
        + " into the folder of a test target"
    case .issues(let errors, let warnings):
      "mocklua: \(Self.issues(errors: errors, warnings: warnings))"
    }
  }

  private static func protocolHint(nearest: String?, known: [String]) -> String {
    if let nearest { return "did you mean `\(nearest.escaped)`?" }
    if known.isEmpty { return "name the file that declares it" }
    return "it has \(known.prefix(10).map { "`\($0.escaped)`" }.joined(separator: ", "))"
  }

  private static func traceProblem(_ problem: CallsProblem) -> String {
    if case .folder = problem { return "is a folder; pass a trace file from it" }
    return "\(problem)"
  }

  private static func coverageProblem(_ problem: CallsProblem) -> String {
    guard case .longLine(let line, let limit) = problem else { return "\(problem)" }
    return
      "line \(line) is longer than \(limit >> 20) MiB, so the file isn't a coverage file; pass a coverage file"
  }

  private static func tooLittleCoverage(of file: String, percent: String, least: String) -> String {
    "mocklua: \(file.escapedPath): \(percent) is covered, below the required \(least)%; add tests for the unused parts"
  }

  private static func unformatted(_ file: String) -> String {
    let argument: String = file == "stdin" ? "-" : file.escapedPath
    return "mocklua: \(file.escapedPath): isn't formatted; run `mocklua format \(argument)`"
  }

  private static func drift(differences: Int, most: Int, unanswered: Int) -> String {
    let limit = most > 0 ? ", more than \(most)" : ""
    return [
      differences > most ? count(differences, of: "difference") + limit : nil,
      unanswered > 0 ? count(unanswered, of: "request") + " without a response" : nil,
    ].compactMap(\.self).joined(separator: " and ")
  }

  private static func issues(errors: Int, warnings: Int) -> String {
    [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { count($0, of: $1) }.joined(separator: " and ")
  }

  static func unwritable(_ problem: UnwritablePath) -> CommandFailure {
    .unwritable(target: problem.path, problem.error)
  }

  static func unwritableOutput(_ error: SystemError) -> CommandFailure {
    .unwritable(target: OutputTarget.standardOutput.name, error)
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
          suggestion: "write reply(...) with data, or remove --static")
      }
    default: nil
    }
  }

  /// Returns a count such as `1 error`, `2 errors`, or `2 entries`.
  static func count(_ number: Int, of thing: String) -> String {
    if number == 1 { return "1 \(thing)" }
    return "\(number) " + (thing.hasSuffix("y") ? thing.dropLast() + "ies" : thing + "s")
  }
}

/// Evaluates an expression, and converts the error that it throws.
///
/// `failure` is usually a case of an enum.
func rethrowing<Value, Problem: Error, Failure: Error>(
  as failure: (Problem) -> Failure, _ value: @autoclosure () throws(Problem) -> Value
) throws(Failure) -> Value {
  do throws(Problem) {
    return try value()
  } catch {
    throw failure(error)
  }
}

extension SystemError {
  /// The problem, in this program's words or the system's.
  var problem: String {
    switch code {
    case ENOENT: "no such file or folder"
    case EISDIR: "is a folder"
    case ENOTDIR: "isn't a folder"
    case EACCES, EPERM: "permission denied"
    case EPIPE: "broken pipe"
    case ENOSPC, EDQUOT, EFBIG: "no space left"
    case EBADF: "closed"
    default: description
    }
  }

  /// `readsStandardInput` indicates whether `-` is allowed instead of the file.
  func readingSuggestion(readsStandardInput: Bool) -> String {
    switch code {
    case ENOENT, ENOTDIR:
      readsStandardInput ? "check the name, or write - to read standard input" : "check the name"
    case EACCES, EPERM: "make it readable (chmod +r)"
    case EBADF: "redirect a script into it, or name a file"
    case Self.outsideFolder.code: "name a file within it"
    case _ where isShortage: Self.shortageSuggestion
    default: "name a file that can be read"
    }
  }

  var writingSuggestion: String {
    switch code {
    case ENOENT, ENOTDIR: "create the folder first"
    case EISDIR: "name a file in it"
    case EACCES, EPERM: "name a file and folder that you may write to"
    case EPIPE: "the program that reads the pipe ended before it had read everything"
    case ENOSPC, EDQUOT, EFBIG: "make room and try again"
    case EBADF: "open it, or use --output FILE"
    case _ where isShortage: Self.shortageSuggestion
    default: "name another file with --output"
    }
  }
}
