/// Reads messages.
struct LiveQuinaryService: QuinaryServiceProtocol {
  let bank: Bank

  func unreadCount() async throws -> Int { try await bank.inbox().count { !$0.isRead } }

  func fetchMessages() async throws -> [Message] { try await bank.inbox() }

  func markRead(messageID: String) async throws { try await bank.markRead(messageID) }

  func updates() -> AsyncThrowingStream<Message, any Error> { bank.updates() }
}
