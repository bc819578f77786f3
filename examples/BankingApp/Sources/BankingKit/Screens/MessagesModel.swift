public import MockServices

/// The messages of the bank.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
public final class MessagesModel {
  /// The inbox.
  public struct Inbox: Sendable, Equatable, CustomStringConvertible {
    /// The number of unread messages.
    public var unread: Int
    /// All messages.
    public var messages: [Message]

    /// The inbox in one line.
    public var description: String {
      (["\(unread) unread"]
        + messages.map { "\($0.id)\($0.isRead ? "" : "*") \($0.text)" })
        .joined(separator: ", ")
    }
  }

  /// The content of the screen.
  public let screen: Screen<Inbox>
  private let service: any QuinaryServiceProtocol
  private let show: @Sendable (String) -> Void

  /// Creates the model with the service from a resolver.
  ///
  /// - Parameters:
  ///   - resolver: The resolver of the service.
  ///   - show: Called with every state of the screen, as one line.
  /// - Throws: `DependencyError` if the service is missing.
  public init(
    _ resolver: any DependencyResolver, show: @escaping @Sendable (String) -> Void
  ) throws {
    service = try resolver.resolve()
    screen = Screen("messages", show: show)
    self.show = show
  }

  /// Shows the inbox.
  public func load() async {
    await screen.load { [service] in try await Self.inbox(service) }
  }

  /// Marks a message as read, and shows the inbox.
  public func markRead(_ id: String) async {
    await screen.load { [service] in
      try await service.markRead(messageID: id)
      return try await Self.inbox(service)
    }
  }

  /// Shows new messages as they arrive, until the bank stops sending them.
  ///
  /// - Returns: The task that does this; cancel it to stop.
  public func listen() -> Task<Void, Never> {
    let updates = service.updates()
    return Task { [show] in
      do {
        for try await message in updates { show("news: \(message.text)") }
        show("news: no more")
      } catch {
        show("news: failed, \(error)")
      }
    }
  }

  private static func inbox(_ service: any QuinaryServiceProtocol) async throws -> Inbox {
    let messages = try await service.fetchMessages()
    return Inbox(unread: try await service.unreadCount(), messages: messages)
  }
}
