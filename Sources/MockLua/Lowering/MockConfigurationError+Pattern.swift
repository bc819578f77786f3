internal import MockConfiguration
internal import MockData

extension MockConfigurationError {
  /// The message for a pattern in a script. Regular expressions have remedies specific to Lua.
  var patternMistake: String {
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
