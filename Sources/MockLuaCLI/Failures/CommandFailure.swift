import MockLua

/// Why a command that was called correctly gave no result.
enum CommandFailure: Error {
  /// A script's text could not be had.
  case unreadable(path: String, ScriptProblem)

  /// A folder of `--path` could not be used.
  case noFolder(path: String, SystemError)

  /// The script has mistakes.
  case mistakes(ScenarioError)

  /// The script computes answers at run time, and `--static` refuses them.
  case dynamicAnswers([DynamicAnswer])

  /// The configuration has no text form.
  case unencodable(cause: any Error)

  /// The result could not be written.
  case unwritable(target: String, SystemError)

  /// The output file is the script.
  case wouldReplaceScript(path: String)
}
