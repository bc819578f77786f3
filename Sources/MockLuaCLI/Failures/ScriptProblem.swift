import MockData
import MockPlatform

/// Why a file is no script.
enum ScriptProblem: Error {
  /// The file can't be opened or read; whether `-` in its place would be read.
  case system(SystemError, readsStandardInput: Bool = true)

  /// There is no such file, but one of this name.
  case missing(nearest: String)

  /// The file is a folder.
  case folder

  /// It is something else that cannot be read again, such as `a FIFO`.
  case notRegular(kind: String)

  /// The file holds bytes that no text has.
  case binary

  /// The text is not UTF-8, or holds what no text does.
  case encoding(TextProblem)

  /// The file is longer than this many bytes.
  case tooLong(limit: Int)

  /// It is nothing that can be imported, for this reason.
  case unimportable(String)

  /// It is a configuration in JSON, where a script is wanted.
  case configuration
}

extension ScriptProblem: CustomStringConvertible {
  /// The problem, and what to do about it.
  var description: String {
    switch self {
    case .system(let error, let readsStandardInput):
      "\(error.problem); \(error.readingRemedy(readsStandardInput: readsStandardInput))"
    case .missing(let nearest): "no such file; did you mean '\(nearest.escapedPath)'?"
    case .folder: "is a folder; name a file in it"
    case .notRegular(let kind):
      "is \(kind), and this command reads it again when it changes; name a file"
    case .binary: "is binary data, not text; name a Lua source file"
    case .encoding(let problem): "\(problem)"
    case .configuration:
      "is a configuration, and this command reads scripts; `mocklua check` reads both"
    case .unimportable(let reason):
      "\(reason); name a HAR, an OpenAPI document, WireMock's mappings, a Postman collection or a configuration"
    case .tooLong(let limit): "is longer than \(limit >> 20) MiB; name a Lua source file"
    }
  }
}
