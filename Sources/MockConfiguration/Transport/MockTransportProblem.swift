package enum MockTransportProblem: Error, Sendable, Equatable {
  /// Both the variable with the value and the variable with the file name are set.
  case givenTwice(variable: String, file: String)
  /// The value begins with the prefix of an unknown encoding.
  case unknownEncoding(String, known: String)
  case corrupt
  case truncated
  case followed(byBytes: Int)
  /// The value exceeds the maximum size of a configuration; the limit is in bytes.
  case tooLarge(limit: Int)
  case noFileName
  /// The file can't be read, for the reason that the system reports.
  case unreadableFile(reason: String)
  /// The name refers to a folder, a pipe, or a device.
  case notAFile
  /// The file belongs to another user.
  case foreignFile
  /// Every user can write to the file.
  case writableFile
}

extension MockTransportProblem: CustomStringConvertible {
  /// The message, in the form `problem; suggestion`.
  package var description: String { "\(statement); \(suggestion)" }

  package var statement: String {
    switch self {
    case .givenTwice(let variable, let file): "`\(variable)` and `\(file)` are both set"
    case .unknownEncoding(let tag, _): "unknown encoding `\(tag)`"
    case .corrupt: "the compressed value is damaged"
    case .truncated: "the compressed value ends too early"
    case .followed(let count):
      "\(count) byte\(count == 1 ? " follows" : "s follow") the end of the compressed value"
    case .tooLarge(let limit): "it holds more than \(limit) bytes of JSON"
    case .noFileName: "the variable is empty"
    case .unreadableFile(let reason): "cannot be read: \(reason)"
    case .notAFile: "isn't a regular file"
    case .foreignFile: "belongs to another user"
    case .writableFile: "is writable by every user"
    }
  }

  package var suggestion: String {
    switch self {
    case .givenTwice: "unset one of them"
    case .unknownEncoding(_, let known):
      "write plain base64 or `\(known)`; "
        + "the test and the app need the same version of MockServices"
    case .corrupt, .truncated, .followed:
      "pass the whole value that `configureMockServices` wrote"
    case .tooLarge: "remove what the test does not use"
    case .noFileName: "name a file, or unset the variable"
    case .unreadableFile:
      "name a file that this process can read; an app on a device reads only its own"
    case .notAFile: "name a file with the JSON"
    case .foreignFile: "name a file of your own"
    case .writableFile: "remove that permission: chmod o-w"
    }
  }
}
