import MockLua

extension CommandFailure: CustomStringConvertible {
  /// The problem with its place and remedy, one line for each.
  var description: String {
    switch self {
    case .unreadable(let path, .notUTF8(let line)):
      "\(path):\(line): not UTF-8 text; save the file as UTF-8"
    case .unreadable(let path, let problem):
      "mocklua: \(path): \(problem)"
    case .noFolder(let path, let error):
      "mocklua: \(path): \(error.problem); give --path a folder of Lua files"
    case .mistakes(let error):
      error.description
    case .dynamicAnswers(let answers):
      answers.map {
        "\($0.place): \($0.name) is computed by Lua at run time, which --static refuses; "
          + "write reply(...) with data, or leave out --static"
      }.joined(separator: "\n")
    case .unencodable(let cause):
      "mocklua: the configuration can't be written as JSON: \(cause)"
    case .unwritable(let target, let error):
      "mocklua: \(target): \(error.problem); \(error.writingRemedy)"
    case .wouldReplaceScript(let path):
      "mocklua: \(path): is the script itself; name another file for --output"
    }
  }
}
