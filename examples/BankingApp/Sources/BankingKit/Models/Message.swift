/// A message of the bank.
public struct Message: Codable, Sendable, Equatable {
  /// How services name it.
  public var id: String
  /// What it says.
  public var text: String
  /// Whether the user has read it.
  public var isRead: Bool

  /// Creates a message.
  public init(id: String, text: String, isRead: Bool) {
    self.id = id
    self.text = text
    self.isRead = isRead
  }
}
