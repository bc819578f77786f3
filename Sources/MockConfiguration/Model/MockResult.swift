/// The kind of a response.
public enum MockResult: String, Codable, Sendable, CaseIterable {
  /// Returns a value, or nothing.
  case success
  /// Throws an error.
  case error
  /// Gives several values one after the other.
  case stream
  /// Is computed at run time by a responder.
  case callback
}
