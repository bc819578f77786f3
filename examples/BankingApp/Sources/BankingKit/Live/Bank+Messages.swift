import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

extension Bank {
  func inbox() throws -> [Message] {
    try checkSession()
    return messages
  }

  func markRead(_ id: String) throws {
    try checkSession()
    guard let index = messages.firstIndex(where: { $0.id == id }) else {
      throw BankError("unknownMessage", "There is no message `\(id)`.")
    }
    messages[index].isRead = true
  }

  /// Returns a stream of new messages.
  nonisolated func updates() -> AsyncThrowingStream<Message, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Message.self)
    let known = incoming.value?.id
    let observation = incoming.sink { message in
      if let message, message.id != known { continuation.yield(message) }
    }
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }

  func post(_ text: String) {
    let message = Message(id: "m\(messages.count + 1)", text: text, isRead: false)
    messages.insert(message, at: 0)
    incoming.send(message)
  }
}
