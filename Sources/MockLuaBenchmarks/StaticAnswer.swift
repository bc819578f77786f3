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

/// Calls of a synchronous requirement of four mocks: a handwritten one, one that scans its log on each call, one that
/// `@Mocked` generates, and the same with a stub.
enum SynchronousCall {
  struct Answer: Codable, Sendable {
    let status: Int
    let message: String
  }

  static func byHand() throws -> Double {
    try measure(HandWrittenMock(["load": Answer(status: 3, message: "ok")]))
  }

  /// Returns the mean of the first thousand calls, because each call takes longer than the one before.
  static func byScannedLog() throws -> Double {
    let mock = ScannedLogMock()
    mock.onLoad(.matching({ !$0.isEmpty } as (String) -> Bool)) { _ in
      Answer(status: 3, message: "ok")
    }
    return try measure(mock, count: 1000)
  }

  static func byScript() throws -> Double { try measure(mock()) }

  static func byStub() throws -> Double {
    let mock = mock()
    mock.on.load { _ in Answer(status: 3, message: "ok") }
    return try measure(mock)
  }

  private static func mock() -> MockSynchronousCallService {
    MockSynchronousCallService(
      configuration: MockServiceEntry(methods: ["load": StaticAnswer.configuration]))
  }

  private static func measure(
    _ service: some SynchronousCallService, count: Int = 300_000
  ) throws -> Double {
    let id = opaque("42")
    return try nanoseconds(count) {
      let answer = try service.load(id)
      precondition(answer.status == 3)
    }
  }
}

@Mocked
protocol SynchronousCallService: Sendable {
  func load(_ id: String) throws -> SynchronousCall.Answer
}
