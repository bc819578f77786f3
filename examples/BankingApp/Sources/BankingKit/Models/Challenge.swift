/// What the bank asks a user for.
public enum Challenge: String, Codable, Sendable {
  /// A second factor.
  case mfa
  /// The code that was sent.
  case otp
}
