import MockServices

#if canImport(Combine)
  @preconcurrency import Combine
#endif

struct Message: Codable, Sendable, Equatable {
  var author: String
  var text: String
}

@Mocked
protocol ChatService: Sendable {
  func send(_ text: String, to room: String, replyTo: Int?) async throws -> Message
  func messages(in room: String) -> AsyncThrowingStream<Message, any Error>
  func typing(in room: String) async -> AsyncStream<String>
  func leave(_ room: String) async throws
}

@Mocked
protocol LLMEngine: Sendable {
  func generate(prompt: String, temperature: Double) async throws -> String
  func stream(prompt: String) async throws -> AsyncThrowingStream<String, any Error>
  var isLoaded: Bool { get }
}

@Mocked(errors: LoginError.self, inheriting: (any ChatService).self)
protocol ModeratedChatService: ChatService, Sendable {
  func ban(_ user: String, because reason: String) async throws
  func reports() async throws(LoginError) -> [String]
}

@Mocked
protocol PresenceService: Sendable {
  var online: CurrentValueSubject<[String], Never> { get }
  var count: CurrentValueSubject<AnyCodableValue, Never> { get }
  func announce() async throws(Never)
}

@Mocked
protocol AttachmentService: Sendable {
  associatedtype Attachment: Codable & Sendable
  associatedtype Key: Hashable & Codable & Sendable = String
  func upload(_ attachment: sending Attachment, progress: @Sendable (Double) -> Void) async throws
    -> Key
  func all() -> AsyncThrowingStream<Attachment, any Error>
  var cached: [Key] { get }
}
