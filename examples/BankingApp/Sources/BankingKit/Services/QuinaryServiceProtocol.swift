public import MockServices

/// The bank's messages to the user.
@Mocked(errors: BankError.self)
public protocol QuinaryServiceProtocol: Sendable {
  /// How many messages the user has not read.
  func unreadCount() async throws -> Int

  /// All messages, the latest first.
  func fetchMessages() async throws -> [Message]

  /// Marks a message as read.
  func markRead(messageID: String) async throws

  /// Messages that come in from now on.
  func updates() -> AsyncThrowingStream<Message, any Error>
}
