import Foundation
import MockServices

/// Calls of a requirement that is not async: a mock written by hand, one by `@Mocked`, and the same with a stub.
enum SynchronousCall {
  struct Answer: Codable, Sendable {
    let status: Int
    let message: String
  }

  private static let count = 300_000

  static func byHand() throws -> Double {
    let mock = HandWrittenMock()
    mock.stubbedResults["load"] = Answer(status: 3, message: "ok")
    return try measure(mock)
  }

  static func byScript() throws -> Double { try measure(mock()) }

  static func byStub() throws -> Double {
    let mock = mock()
    mock.on.load { _ in Answer(status: 3, message: "ok") }
    return try measure(mock)
  }

  private static func mock() -> MockSynchronousCallService {
    let answer = MockMethodConfig(responses: [
      MockResponse(result: .success, value: ["status": 3, "message": "ok"])
    ])
    return MockSynchronousCallService(
      configuration: MockServiceEntry(methods: ["load": answer]))
  }

  private static func measure(_ service: some SynchronousCallService) throws -> Double {
    try nanoseconds(count) {
      let answer = try service.load("42")
      precondition(answer.status == 3)
    }
  }

  /// The mock of the usual guide: `@unchecked Sendable`, because the lock guards all that changes.
  private final class HandWrittenMock: SynchronousCallService, @unchecked Sendable {
    private let lock = NSLock()
    private var invocations: [String: [Any]] = [:]
    var stubbedResults: [String: Any] = [:]

    func load(_ id: String) throws -> Answer {
      recordInvocation("load", arguments: id)
      return stubbedResult(for: "load", default: Answer(status: 0, message: ""))
    }

    private func recordInvocation(_ method: String, arguments: Any...) {
      lock.lock()
      defer { lock.unlock() }
      invocations[method, default: []].append(arguments)
    }

    private func stubbedResult<T>(for method: String, default defaultValue: T) -> T {
      lock.lock()
      defer { lock.unlock() }
      return stubbedResults[method] as? T ?? defaultValue
    }
  }
}

@Mocked
protocol SynchronousCallService: Sendable {
  func load(_ id: String) throws -> SynchronousCall.Answer
}

/// Calls through `any P` from the main actor, where view models are, and where a change of executors is dear.
@MainActor
enum MainActorCall {
  private final class HandWrittenMock: MacroCallService, @unchecked Sendable {
    private let lock = NSLock()
    private var calls = 0

    func load(_ id: Int, in folder: String) async throws -> MacroCall.Answer {
      lock.withLock { calls += 1 }
      return MacroCall.Answer(status: 3)
    }
  }

  static func byHand() async throws -> Double { try await measure(HandWrittenMock()) }

  static func byMocked() async throws -> Double {
    try await measure(
      MockMacroCallService(
        configuration: MockServiceEntry(methods: [
          "load": MockMethodConfig(responses: [
            MockResponse(result: .success, value: ["status": 3])
          ])
        ])))
  }

  private static func measure(_ service: any MacroCallService) async throws -> Double {
    let count = max(1, Int(20_000 * share))
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<count {
      let answer = try await service.load(7, in: "inbox")
      precondition(answer.status == 3)
    }
    return (clock.now - start) / .nanoseconds(1) / Double(count)
  }
}
