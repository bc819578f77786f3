import Foundation
import MockServices

/// A static response that the sequencer records and decodes, compared with two other ways to return it.
enum StaticAnswer {
  static let configuration = MockMethodConfig(responses: [
    MockResponse(result: .success, value: ["status": 3, "message": "ok"])
  ])

  private static let count = 300_000

  /// Measures the sequencer with a recorded call and a decoded value.
  static func sequencer() async throws -> Double {
    let sequencer = MockCallSequencer(methods: ["fetch": configuration])
    let id = opaque("42")
    return try await nanoseconds(count) {
      let response = try await sequencer.nextDecodedValue(
        for: "fetch", arguments: ["id": .string(id)], as: SynchronousCall.Answer.self)
      precondition(response.status == 3)
    }
  }

  static func synchronousSequencer() throws -> Double {
    let sequencer = MockCallSequencer(methods: ["fetch": configuration])
    let id = opaque("42")
    return try nanoseconds(count) {
      let response = try sequencer.nextDecodedValue(
        for: "fetch", arguments: ["id": .string(id)], as: SynchronousCall.Answer.self)
      precondition(response.status == 3)
    }
  }

  static func handWritten() async throws -> Double {
    let mock = HandWrittenMock(["fetch": SynchronousCall.Answer(status: 3, message: "ok")])
    let id = opaque("42")
    return try await nanoseconds(count) {
      let response = try await mock.fetch(id: id)
      precondition(response.status == 3)
    }
  }

  /// Measures the conversion through JSON text, which would be needed for a value without its own decoder.
  static func throughJSON() throws -> Double {
    let value: AnyCodableValue = ["status": 3, "message": "ok"]
    return try nanoseconds(count / 10) {
      let data = try JSONEncoder().encode(value)
      let response = try JSONDecoder().decode(SynchronousCall.Answer.self, from: data)
      precondition(response.status == 3)
    }
  }
}
