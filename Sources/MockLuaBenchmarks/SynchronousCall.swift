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
    let id = unforeseen("42")
    return try nanoseconds(count) {
      let answer = try service.load(id)
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
