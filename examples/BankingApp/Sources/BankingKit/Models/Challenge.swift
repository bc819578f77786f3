/// A step that the bank requires.
public enum Challenge: String, Codable, Sendable {
  /// A second factor.
  case mfa
  /// The one-time code.
  case otp
}
