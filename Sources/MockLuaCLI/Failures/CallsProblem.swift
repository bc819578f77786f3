import MockPlatform

/// Why a file of calls can't be read.
enum CallsProblem: Error {
  /// The file can't be opened or read; whether `-` in its place would be read.
  case system(SystemError, readsStandardInput: Bool = true)

  /// The file is a folder.
  case folder

  /// A line, counted from 1, is longer than this many bytes.
  case longLine(Int, limit: Int)

  /// A line, counted from 1, is not UTF-8.
  case notUTF8(Int)
}

extension CallsProblem: CustomStringConvertible {
  /// The problem, and what to do about it.
  var description: String {
    switch self {
    case .system(let error, let readsStandardInput):
      "\(error.problem); \(error.readingRemedy(readsStandardInput: readsStandardInput))"
    case .folder: "is a folder; name a file of calls, one JSON object a line"
    case .longLine(let number, let limit):
      "line \(number) is longer than \(limit >> 20) MiB; write one call a line"
    case .notUTF8(let number): "line \(number) is not UTF-8 text; save it as UTF-8"
    }
  }
}
