internal import MockConfiguration
internal import MockData

extension MockConfigurationError {
  /// The message for a pattern in a script, with Lua's suggestions for regular expressions.
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
