/// How much a session may do.
public enum AccessLevel: Int, Codable, Sendable {
  /// To look at accounts.
  case standard = 1
  /// To move money as well.
  case elevated = 2
}
