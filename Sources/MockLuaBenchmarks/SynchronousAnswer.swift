import Foundation
import MockServices

/// A static answer to a caller that is not async, beside a mock written by hand that is not async either.
enum SynchronousAnswer {
  private struct Response: Codable, Sendable {
    let status: Int
    let message: String
  }

  private static let count = 300_000

  static func sequencer() throws -> Double {
    let config = MockMethodConfig(responses: [
      MockResponse(result: .success, value: ["status": 3, "message": "ok"])
    ])
    let sequencer = MockCallSequencer(methods: ["fetch": config])
    let id = unforeseen("42")
    return try nanoseconds(count) {
      let response = try sequencer.nextDecodedValue(
        for: "fetch", arguments: ["id": .string(id)], as: Response.self)
      precondition(response.status == 3)
    }
  }

  static func handWritten() throws -> Double {
    let mock = HandWrittenMock()
    mock.stubbedResults["fetch"] = Response(status: 3, message: "ok")
    let id = unforeseen("42")
    return try nanoseconds(count) {
      let response: Response = try mock.fetch(id: id)
      precondition(response.status == 3)
    }
  }

  /// `@unchecked Sendable`: the lock guards all that changes.
  private final class HandWrittenMock: @unchecked Sendable {
    private let lock = NSLock()
    private var invocations: [String: [Any]] = [:]
    var stubbedResults: [String: Any] = [:]

    func fetch(id: String) throws -> Response {
      lock.lock()
      defer { lock.unlock() }
      invocations["fetch", default: []].append([id] as [Any])
      return stubbedResults["fetch"] as? Response ?? Response(status: 0, message: "")
    }
  }
}
