/// A message from the bank.
public struct Message: Codable, Sendable, Equatable {
  /// The identifier.
  public var id: String
  /// The text.
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
