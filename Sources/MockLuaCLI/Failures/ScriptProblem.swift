import ValueForms

/// Why a file is no script.
enum ScriptProblem: Error {
  /// The file can't be opened or read.
  case system(SystemError)

  /// There is no such file, but one of this name.
  case missing(nearest: String)

  /// The file is a folder.
  case folder

  /// The file holds bytes that no text has.
  case binary

  /// The text is not UTF-8, or holds what no text does.
  case encoding(TextProblem)

  /// The file is longer than this many bytes.
  case tooLong(limit: Int)

  /// It is a configuration in JSON, where a script is wanted.
  case configuration
}
