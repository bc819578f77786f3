public import MockServices

/// The bank's messages to the user.
@Mocked(errors: BankError.self)
public protocol QuinaryServiceProtocol: Sendable {
  /// The number of unread messages.
  func unreadCount() async throws -> Int

  /// Returns all messages, latest first.
  func fetchMessages() async throws -> [Message]

  /// Marks a message as read.
  func markRead(messageID: String) async throws

  /// Returns a stream of new messages.
  func updates() -> AsyncThrowingStream<Message, any Error>
}
