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

  /// The text of a line, counted from 1, is not UTF-8.
  case notUTF8(line: Int)

  /// The text is UTF-16.
  case utf16

  /// The file is longer than this many bytes.
  case tooLong(limit: Int)

  /// It is a configuration in JSON, where a script is wanted.
  case configuration
}
