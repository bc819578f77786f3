/// How far a session has got; the bank speaks of it in numbers.
public enum SessionStatus: Int, Codable, Sendable {
  /// Nobody is signed in.
  case signedOut = 0
  /// The password was right, and a second factor is asked for.
  case needsSecondFactor = 1
  /// A code was sent.
  case needsCode = 2
  /// The user is signed in.
  case signedIn = 3
  /// It is verified who the user is.
  case verified = 5
  /// The accounts can be reached.
  case established = 7
}
