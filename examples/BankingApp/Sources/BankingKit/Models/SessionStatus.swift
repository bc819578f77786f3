/// The status of a session, which the bank represents as a number.
public enum SessionStatus: Int, Codable, Sendable {
  /// No user is signed in.
  case signedOut = 0
  /// The password was right, and a second factor is required.
  case needsSecondFactor = 1
  /// A code was sent.
  case needsCode = 2
  /// The user is signed in.
  case signedIn = 3
  /// The user's identity is verified.
  case verified = 5
  /// The accounts are available.
  case established = 7
}
