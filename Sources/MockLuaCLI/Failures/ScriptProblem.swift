import MockData
import MockPlatform

/// The reason why a file isn't a valid script.
enum ScriptProblem: Error {
  /// `readsStandardInput` indicates whether `-` can be passed instead of a path.
  case system(SystemError, readsStandardInput: Bool = true)

  /// The file doesn't exist, but one with a similar name does.
  case missing(nearest: String)

  /// The file is a folder, which may contain a script, such as `example`.
  case folder(example: String?)

  /// The file is something else that can't be read again, such as `a FIFO`.
  case notRegular(kind: String)

  /// The file contains bytes that can't occur in text.
  case binary

  /// The file isn't valid UTF-8, or contains characters that aren't allowed.
  case encoding(TextProblem)

  /// The file exceeds this number of bytes.
  case tooLong(limit: Int)

  case unimportable(String)

  /// The file is a JSON configuration, but a script is required.
  case configuration
}

extension ScriptProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .system(let error, let readsStandardInput):
      "\(error.problem); \(error.readingSuggestion(readsStandardInput: readsStandardInput))"
    case .missing(let nearest): "no such file; did you mean '\(nearest.escapedPath)'?"
    case .folder(let example):
      "is a folder; name a file in it" + (example.map { ", such as '\($0.escapedPath)'" } ?? "")
    case .notRegular(let kind):
      "is \(kind), but this command rereads the file when it changes; name a regular file"
    case .binary: "is binary data, not text; name a Lua source file"
    case .encoding(let problem): "\(problem)"
    case .configuration:
      "is a configuration, but this command reads only scripts; `mocklua check` reads both"
    case .unimportable(let reason):
      "\(reason); pass a HAR, an OpenAPI document, WireMock's mappings, a Postman collection, or a configuration"
    case .tooLong(let limit): "is longer than \(limit >> 20) MiB; name a Lua source file"
    }
  }
}
