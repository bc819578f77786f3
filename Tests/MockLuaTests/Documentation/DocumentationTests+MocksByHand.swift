import Foundation
import HandMadeMocks
import MockServices
import Testing

// The Swift code of MocksByHand.md.

struct Profile: Equatable, Sendable {
  var id: String
  var name: String

  static func makeStub(id: String = "1", name: String = "Ada") -> Profile {
    Profile(id: id, name: name)
  }
}

protocol ProfileService: Sendable {
  func profile(of id: String) async throws -> Profile?
  func save(_ profile: Profile) async throws
}

final class MockProfileService: ProfileService, MockProtocol {
  let mockStorage = MockStorage(clock: .virtual())

  func profile(of id: String) async throws -> Profile? {
    try await respond(to: "profile", arguments: id, default: Profile.makeStub() as Profile?)
  }

  func save(_ profile: Profile) async throws {
    recordInvocation("save", arguments: profile)
    try await simulateDelay()
    try throwStubbedError(for: "save")
  }
}

final class MockEventService: AnalyticsMock {
  let mockStorage = MockStorage()

  func trackEvent(_ name: String, properties: [String: Any]) {
    recordInvocation("trackEvent", arguments: name, properties)
  }
}

final class MockChatService: StreamingMock {
  let mockStorage = MockStorage(clock: .virtual())
  let mockStream = MockStream(["Hello", " ", "world", "!"])

  func streamCompletion(prompt: String) -> AsyncThrowingStream<String, any Error> {
    recordInvocation("streamCompletion", arguments: prompt)
    return streamTokens()
  }
}

actor MockSampleStore: MockProtocol {
  let mockStorage = MockStorage()
  private var samples: [String: [Double]] = [:]

  func save(_ values: [Double], for id: String) throws {
    recordInvocation("save", arguments: values, id)
    try throwStubbedError(for: "save")
    samples[id] = values
  }

  func savedSamples(for id: String) -> [Double]? { samples[id] }
}

extension DITestHelper {
  static let app = DITestHelper()
    .registering((any ProfileService).self) { MockProfileService() }
}

@Suite("The Swift of the documentation: mocks by hand")
struct MocksByHandDocumentationTests {
  @Test("Stubs and errors")
  func stubsAndErrors() async throws {
    let service = MockProfileService()
    service.stubbedResults["profile"] = Profile.makeStub(name: "Grace")
    #expect(try await service.profile(of: "1")?.name == "Grace")

    service.stubbedResults["save_error"] = URLError(.timedOut)
    await #expect(throws: URLError.self) { try await service.save(.makeStub()) }

    service.stubbedResults["profile"] = Result<Profile, URLError>.failure(URLError(.badURL))
    await #expect(throws: URLError.self) { try await service.profile(of: "1") }

    service.shouldThrowError = true
    service.errorToThrow = URLError(.notConnectedToInternet)
    await #expect(throws: URLError.self) { try await service.save(.makeStub()) }
  }

  @Test("Verifying")
  func verifying() async throws {
    let service = MockProfileService()
    try await service.save(.makeStub(name: "Grace"))
    _ = try await service.profile(of: "7")

    service.verify("save", called: 1)
    service.verify("profile", called: .atLeast(1))
    service.verify("profile", with: ["7"], called: 1)
    service.verify(
      "save", with: [.where("a name") { (saved: Profile) in !saved.name.isEmpty }])
  }

  @Test("Analytics")
  func analytics() throws {
    let events = MockEventService()
    events.verifyNoEventsTracked()
    events.trackEvent("user_saved", properties: ["user_id": "1", "fields": ["name", "age"]])
    events.verifyEventTracked("user_saved")
    events.verifyEventTracked(
      "user_saved", withProperties: ["fields": ["name", "age"], "user_id": "1"])
    events.verifyEventTracked("user_saved", withProperties: try .matching(["user_id": "1"]))
  }

  @Test("Streams")
  func streams() async throws {
    let chat = MockChatService()
    var text = ""
    for try await token in chat.streamCompletion(prompt: "Greet me") { text += token }
    #expect(text == "Hello world!")

    chat.shouldStreamFail = true
    await #expect(throws: MockError.streamFailure) {
      for try await _ in chat.streamCompletion(prompt: "Greet me") {}
    }
  }

  @Test("States")
  func states() {
    enum Upload: Equatable { case waiting, running, done }
    let states = MockStateRecorder(Upload.waiting)
    states.transition(to: .running)
    states.transition(to: .done)
    #expect(states.stateHistory.count == 3)
    states.verifyStateTransitions([.waiting, .running, .done])
  }

  @Test("A container for each test")
  func aContainerForEachTest() async throws {
    let container = DITestHelper.app.makeContainer()
    let profiles: any ProfileService = try await container.resolve((any ProfileService).self)
    try await profiles.save(.makeStub())

    let mock = try container.mock(MockProfileService.self, for: (any ProfileService).self)
    mock.verify("save", called: 1)
  }

  @Test("A stateful mock")
  func stateful() async throws {
    let store = MockSampleStore()
    try await store.save([1, 2], for: "a")
    store.stubbedResults["save_error"] = CocoaError(.fileWriteOutOfSpace)
    await #expect(throws: CocoaError.self) { try await store.save([3], for: "b") }
    #expect(await store.savedSamples(for: "a") == [1, 2])
    #expect(await store.savedSamples(for: "b") == nil)
  }
}
