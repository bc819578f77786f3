/// An account of the user.
public struct Account: Codable, Sendable, Equatable {
  /// How services name it.
  public var id: String
  /// How people name it.
  public var name: String

  /// Creates an account.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
