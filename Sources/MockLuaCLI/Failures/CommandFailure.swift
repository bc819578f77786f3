import MockCalls
import MockConfiguration
import MockHTTPServer
import MockInspector
import MockLua
import MockPlatform
import MockSessions

/// The reason why a correctly called command has no result.
enum CommandFailure: Error {
  /// A script couldn't be read.
  case unreadable(path: String, ScriptProblem)

  /// A folder of `--path` couldn't be used.
  case noFolder(path: String, SystemError)

  /// The folder for an agent couldn't be used.
  case noReadableFolder(path: String, SystemError)

  /// The script has errors.
  case scenarioError(ScenarioError)

  /// The script computes responses at run time, and `--static` doesn't allow that.
  case dynamicAnswers([DynamicAnswer])

  /// The configuration can't be encoded as text.
  case unencodable(cause: any Error)

  /// Even compressed, the configuration exceeds the limit for an environment variable.
  case tooLargeForVariable(size: Int, limit: Int)

  /// The result couldn't be written.
  case unwritable(target: String, SystemError)

  /// The output file is the script.
  case wouldReplaceScript(path: String)

  /// Variants were requested, but the script declares none.
  case noVariants(script: String)

  /// A configuration, or a line of a file of calls, has an error.
  case configuration(MockConfigurationError)

  /// A file of `--contract` is invalid.
  case unusableContract(MockConfigurationError)

  /// An app ended without sending its contracts.
  case toldNothing(SessionApp)

  /// An app doesn't know the requirements of any of its mocks.
  case noContract(of: SessionApp)

  /// A file of calls couldn't be read.
  case unreadableCalls(path: String, CallsProblem)

  /// The trace of a test couldn't be opened.
  case unreadableTrace(path: String, CallsProblem)

  /// A coverage file couldn't be opened.
  case unreadableCoverage(path: String, CallsProblem)

  /// A folder has no coverage file.
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

  /// A session couldn't be served.
  case session(SessionProblem)

  /// A gate that doesn't exist was opened or closed.
  case unknownGate(MockServiceError)

  /// The inspector couldn't be opened.
  case inspector(InspectorProblem)

  /// The port of the routes couldn't be opened.
  case routes(RouteServerError)

  /// A call can't be explained.
  case unexplained(MockServiceError)

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

  /// The checked files have errors, or warnings that count as errors.
  case issues(errors: Int, warnings: Int)
}
