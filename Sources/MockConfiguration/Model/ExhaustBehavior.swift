/// What a method does when it is called after its last response.
public enum ExhaustBehavior: String, Codable, Sendable, CaseIterable {
  /// Gives the last response again; this is the default.
  case repeatLast
  /// Stops the process through the failure handler, to catch unexpected calls.
  case fatalError
  /// Starts again with the first response.
  case cycle
  /// Throws an error with the code `exhausted`.
  case error
}
