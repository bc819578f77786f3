internal import MockConfiguration
internal import MockData

extension MockConfigurationError {
  /// The message about a pattern in a script.
  ///
  /// Suggestions for regular expressions use Lua.
  var patternError: String {
    let place = path.isEmpty ? "" : " at `\(path.escapedPath)`"
    let problem =
      if case .invalidRegex(let problem) = problem {
        problem.description(in: .lua)
      } else {
        "\(problem)"
      }
    return "the pattern\(place) is wrong: \(problem)"
  }
}
