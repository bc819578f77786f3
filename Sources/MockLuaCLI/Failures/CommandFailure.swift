import MockCalls
import MockConfiguration
import MockHTTPServer
import MockInspector
import MockLua
import MockPlatform
import MockSessions

/// Why a command that was called correctly gave no result.
enum CommandFailure: Error {
  /// A script's text could not be had.
  case unreadable(path: String, ScriptProblem)

  /// A folder of `--path` could not be used.
  case noFolder(path: String, SystemError)

  /// The folder that an agent may read could not be used.
  case noReadableFolder(path: String, SystemError)

  /// The script has mistakes.
  case mistakes(ScenarioError)

  /// The script computes answers at run time, and `--static` refuses them.
  case dynamicAnswers([DynamicAnswer])

  /// The configuration has no text form.
  case unencodable(cause: any Error)

  /// Even compressed, the configuration is more than an environment variable holds.
  case tooLargeForVariable(size: Int, limit: Int)

  /// The result could not be written.
  case unwritable(target: String, SystemError)

  /// The output file is the script.
  case wouldReplaceScript(path: String)

  /// Scenarios were asked for, and the script declares none.
  case noScenarios(script: String)

  /// A configuration has a mistake, or a line of a file of calls.
  case configuration(MockConfigurationError)

  /// A file of `--contract` is none.
  case unusableContract(MockConfigurationError)

  /// An app that was asked for its contracts has ended without a word.
  case toldNothing(SessionApp)

  /// An app knows of none of its mocks what they require.
  case noContract(of: SessionApp)

  /// A file of calls could not be read.
  case unreadableCalls(path: String, CallsProblem)

  /// The trace of a test could not be opened.
  case unreadableTrace(path: String, CallsProblem)

  /// A file of coverage could not be opened.
  case unreadableCoverage(path: String, CallsProblem)

  /// A folder has no file of coverage.
  case noCoverage(path: String)

  /// Files of which less is used than `--fail-under` says, with what is.
  case tooLittleCoverage([(file: String, percent: String)], least: String)

  /// So many things were never used, and `--fail-unused` asks for them.
  case unusedThings(Int)

  /// So many calls of a trace are answered differently, of so many.
  case answeredDifferently(Int, of: Int)

  /// An option that only a script knows was given with a configuration.
  case optionOfScripts(String, file: String)

  /// An option that chooses among requests of HTTP was given with a configuration, which has none.
  case optionOfRequests(file: String)

  /// So many bodies become files beside the script, and there is no place for them.
  case needsFolder(files: Int, source: String)

  /// An imported script differs from its source at so many places.
  case importDiffers(Int, source: String)

  /// A session could not be served.
  case session(SessionProblem)

  /// A gate that does not exist was opened or closed.
  case unknownGate(MockServiceError)

  /// The inspector could not be opened.
  case inspector(InspectorProblem)

  /// The port of the routes could not be opened.
  case routes(RouteServerError)

  /// A call can't be explained.
  case unexplained(MockServiceError)

  /// What was played says that not all is well.
  case played(PlayedCounts)

  /// So many lines or texts of a REPL failed.
  case failedInputs(Int)

  /// These files are not as `format` writes them, which `--check` was asked about.
  case unformatted([String])

  /// So many answers of the live side differ, of which so many are allowed, and so many requests have none.
  case drifted(differences: Int, most: Int, unanswered: Int)

  /// State can be learned of these methods, which `--check` was asked about.
  case learnable([String])

  /// What was learned could not be written, and why.
  case unlearned(String)

  /// What was checked has mistakes, or warnings that count as such.
  case findings(mistakes: Int, warnings: Int)
}
