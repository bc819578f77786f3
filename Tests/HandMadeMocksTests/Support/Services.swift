import Foundation
import HandMadeMocks
import MockServices

struct User: Equatable, Sendable {
  var id: String
  var name: String

  static func makeStub(id: String = "1", name: String = "Ada") -> User { User(id: id, name: name) }
}

enum NetworkError: Error, Equatable {
  case timeout
  case offline
}

protocol UserServiceProtocol: Sendable {
  func getCurrentUser() async throws -> User?
  func saveUser(_ user: User) async throws
  func nickname(of user: User) -> String
}

/// A mock with the module's storage, and without unchecked code.
final class MockUserService: UserServiceProtocol, MockProtocol {
  let mockStorage: MockStorage

  init(clock: MockClock = .virtual()) { mockStorage = MockStorage(clock: clock) }

  func getCurrentUser() async throws -> User? {
    try await respond(to: "getCurrentUser", default: User.makeStub() as User?)
  }

  func saveUser(_ user: User) async throws {
    recordInvocation("saveUser", arguments: user)
    try await simulateDelay()
    try throwStubbedError(for: "saveUser")
  }

  func nickname(of user: User) -> String {
    recordInvocation("nickname", arguments: user)
    return stubbedResult(for: "nickname", default: user.name)
  }
}

struct Sample: Equatable, Sendable {
  var name: String
  var amount: Double
}

protocol SampleStore: Sendable {
  func save(_ samples: [Sample], for id: String) async throws
}

/// A stateful mock that stores only what the service would have stored.
final class MockSampleStore: SampleStore, MockProtocol {
  let mockStorage = MockStorage()
  private let saved = Locked<[String: [Sample]]>([:])

  func save(_ samples: [Sample], for id: String) async throws {
    recordInvocation("save", arguments: samples, id)
    try throwStubbedError(for: "save")
    saved.withLock { $0[id] = samples }
  }

  func verifySaved(for id: String) -> [Sample]? { saved.withLock { $0[id] } }
}

final class MockAIService: StreamingMock {
  let mockStorage: MockStorage
  let mockStream = MockStream(["Hello", " ", "world", "!"])

  init(clock: MockClock) { mockStorage = MockStorage(clock: clock) }

  func streamCompletion(prompt: String) -> AsyncThrowingStream<String, any Error> {
    recordInvocation("streamCompletion", arguments: prompt)
    return streamTokens()
  }
}

final class MockAnalyticsService: AnalyticsMock {
  let mockStorage = MockStorage()

  func trackEvent(_ name: String, properties: [String: Any]) {
    recordInvocation("trackEvent", arguments: name, properties)
  }

  func trackScreen(_ name: String) { recordInvocation("trackEvent", arguments: name) }
}

actor MockCounter: MockProtocol {
  let mockStorage = MockStorage()
  private var count = 0

  func next() -> Int {
    recordInvocation("next", arguments: count)
    count += 1
    return stubbedResult(for: "next", default: count)
  }
}
