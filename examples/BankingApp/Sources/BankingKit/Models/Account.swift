/// An account of the user.
public struct Account: Codable, Sendable, Equatable {
  /// The identifier.
  public var id: String
  /// The name that users see.
  public var name: String

  /// Creates an account.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
