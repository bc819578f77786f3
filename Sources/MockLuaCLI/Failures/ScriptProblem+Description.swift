internal import ValueForms

extension ScriptProblem: CustomStringConvertible {
  /// The problem, and what to do about it.
  var description: String {
    switch self {
    case .system(let error): "\(error.problem); \(error.readingRemedy)"
    case .missing(let nearest): "no such file; did you mean '\(nearest.shownPath)'?"
    case .folder: "is a folder; name a script in it"
    case .binary: "is no text, but binary data; name a Lua source file"
    case .encoding(let problem): "\(problem)"
    case .configuration:
      "is a configuration, and this command reads scripts; `mocklua check` reads both"
    case .tooLong(let limit): "is longer than \(limit >> 20) MiB; name a Lua source file"
    }
  }
}
