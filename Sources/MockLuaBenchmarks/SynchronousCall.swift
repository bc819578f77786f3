import MockServices

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
