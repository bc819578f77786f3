/// The access level of a session.
public enum AccessLevel: Int, Codable, Sendable {
  /// View accounts.
  case standard = 1
  /// View accounts and transfer money.
  case elevated = 2
}
