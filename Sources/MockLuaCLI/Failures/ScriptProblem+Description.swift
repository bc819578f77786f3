extension ScriptProblem: CustomStringConvertible {
  /// The problem, and what to do about it.
  var description: String {
    switch self {
    case .system(let error): "\(error.problem); \(error.readingRemedy)"
    case .missing(let nearest): "no such file; did you mean '\(nearest)'?"
    case .folder: "is a folder; name a script in it"
    case .binary: "is no text, but binary data; name a Lua source file"
    case .notUTF8(let line): "is not UTF-8 text in line \(line); save the file as UTF-8"
    case .utf16: "is UTF-16 text; save the file as UTF-8"
    case .configuration:
      "is a configuration, and this command reads scripts; `mocklua check` reads both"
    case .tooLong(let limit): "is longer than \(limit >> 20) MiB; name a Lua source file"
    }
  }
}
