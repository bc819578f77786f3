import MockServices
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

@MockService
private actor HandWrittenChat: Sendable, ChatService {
  func send(_ text: String, to room: String, replyTo: Int?) async throws -> Message
  nonisolated func messages(in room: String) -> AsyncThrowingStream<Message, any Error>
  func typing(in room: String) async -> AsyncStream<String>
  func leave(_ room: String) async throws
}

@MockService(errors: LoginError.self)
@MainActor
private final class Lonely {
  @MockDefault(Weekday.sunday)
  let day: CurrentValueSubject<Weekday, Never>
  let state: CurrentValueSubject<Access?, Never>
  let count: CurrentValueSubject<Int, Never>?
  let ready: CurrentValueSubject<Bool, Never>
  @MockDefault(Draft(text: "new"))
  let draft: CurrentValueSubject<Draft, Never>
  var log: [String] = []

  func open() async throws
  func load(_ id: Int) async throws -> Int
  func load(_ id: Int, limit: Int) async throws -> Int
}

@Suite("Registering mocks")
struct RegistryTests {
  /// A minimal container.
  private final class Container: MockServiceReceiver {
    private(set) var services: [ObjectIdentifier: Any] = [:]

    func receive<Service>(_ service: Service, as type: Service.Type) {
      services[ObjectIdentifier(type)] = service
    }

    func resolve<Service>(_ type: Service.Type = Service.self) -> Service? {
      services[ObjectIdentifier(type)] as? Service
    }
  }

  @Test("One line registers a mock under its protocol's name")
  @MainActor
  func register() async throws {
    let registry = MockServiceRegistry()
    registry.register(MockYourService.self)
    registry.register(MockPaymentService.self)
    registry.register(MockLoginViewService.self)
    registry.register(MockTokenStore.self)
    registry.register(MockRepository<Note>.self)
    registry.register(HandWrittenChat.self)
    registry.register(Lonely.self)
    #expect(
      registry.services == [
        "ChatService", "LoginViewService", "Lonely", "PaymentService", "Repository", "TokenStore",
        "YourServiceProtocol",
      ])
    #expect(registry["Nobody"] == nil)
    let container = Container()
    let chat = try #require(registry["ChatService"])
    #expect(ObjectIdentifier(chat.type) == ObjectIdentifier((any ChatService).self))
    for name in registry.services {
      registry[name]?.install(
        MockCallSequencer(
          methods: ["leave": MockMethodConfig(responses: [MockResponse(result: .success)])],
          service: name), in: container)
    }
    let resolved = try #require(container.resolve((any ChatService).self))
    #expect(resolved is HandWrittenChat)
    try await resolved.leave("r")
    #expect(container.resolve((any PaymentService).self) is MockPaymentService)
    #expect(container.resolve((any LoginViewService).self) is MockLoginViewService)
    #expect(container.resolve((any TokenStore).self) is MockTokenStore)
    #expect(container.resolve((any Repository).self) is MockRepository<Note>)
    #expect(container.resolve(Lonely.self) != nil)
  }

  @Test("Subjects start with the default, and configured errors become the app's own")
  @MainActor
  func properties() async throws {
    let failing = MockMethodConfig(responses: [
      MockResponse(result: .error, error: MockErrorPayload(code: "locked", message: "m"))
    ])
    let plain = Lonely(configuration: MockServiceEntry(methods: ["open": failing]))
    #expect(plain.day.value == .sunday)
    #expect(plain.state.value == nil)
    #expect(plain.count?.value == 0)
    #expect(!plain.ready.value)
    #expect(plain.draft.value.text == "new")
    #expect(plain.log.isEmpty)
    await #expect(throws: LoginError.locked) { try await plain.open() }
    let state = MockSharedState(properties: ["day": SharedStateProperty(initial: 1)])
    let number = { (value: AnyCodableValue) in
      MockMethodConfig(responses: [MockResponse(result: .success, value: value)])
    }
    let configured = Lonely(
      configuration: MockServiceEntry(
        initialState: ["count": 4, "state": "denied"], bindings: ["day": "day", "ready": "gone"],
        methods: ["load(_:)": number(1), "load(_:limit:)": number(2)]),
      sharedState: state)
    #expect(configured.day.value == .tuesday)
    #expect(configured.count?.value == 4)
    #expect(configured.state.value == .denied)
    #expect(!configured.ready.value)
    configured.day.send(.monday)
    #expect(state["day"] == 0)
    #expect(try await configured.load(1) == 1)
    #expect(try await configured.load(1, limit: 1) == 2)
  }

  @Test("A state of the wrong type for the property is reported")
  @MainActor
  func wrongState() {
    let notes = Notes()
    MockFailureHandler.$override.withValue(notes.handler) {
      let state = MockSharedState(properties: ["day": SharedStateProperty(initial: 99)])
      let lonely = Lonely(
        configuration: MockServiceEntry(bindings: ["day": "day"]), sharedState: state)
      #expect(lonely.day.value == .sunday)
    }
    #expect(notes.lines == ["report: `Lonely.day`: the value 99 is not a Weekday"])
  }
}
