import Foundation
import MockServices

/// A static answer: through the sequencer, recorded and decoded, beside two other ways to the same.
enum StaticAnswer {
  private struct Response: Codable, Sendable {
    let status: Int
    let message: String
  }

  private static let count = 300_000

  /// The sequencer: an actor turn, a record with arguments, and a decoded value.
  static func sequencer() async throws -> Double {
    let config = MockMethodConfig(responses: [
      MockResponse(result: .success, value: ["status": 3, "message": "ok"])
    ])
    let sequencer = MockCallSequencer(methods: ["fetch": config])
    let id = unforeseen("42")
    return try await nanoseconds(count) {
      let response = try await sequencer.nextDecodedValue(
        for: "fetch", arguments: ["id": .string(id)], as: Response.self)
      precondition(response.status == 3)
    }
  }

  /// A mock written by hand: a lock, a dictionary of invocations, a stubbed result.
  static func handWritten() async throws -> Double {
    let mock = HandWrittenMock()
    mock.stubbedResults["fetch"] = Response(status: 3, message: "ok")
    let id = unforeseen("42")
    return try await nanoseconds(count) {
      let response: Response = try await mock.fetch(id: id)
      precondition(response.status == 3)
    }
  }

  /// The way through JSON text that a value takes without a decoder of its own.
  static func throughJSON() throws -> Double {
    let value: AnyCodableValue = ["status": 3, "message": "ok"]
    return try nanoseconds(count / 10) {
      let data = try JSONEncoder().encode(value)
      let response = try JSONDecoder().decode(Response.self, from: data)
      precondition(response.status == 3)
    }
  }

  /// The mock of the usual guide: `@unchecked Sendable`, because the lock guards all that changes.
  private final class HandWrittenMock: @unchecked Sendable {
    private let lock = NSLock()
    private var invocations: [String: [Any]] = [:]
    var stubbedResults: [String: Any] = [:]

    func fetch(id: String) async throws -> Response {
      recordInvocation("fetch", arguments: id)
      return stubbedResult(for: "fetch", default: Response(status: 0, message: ""))
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
