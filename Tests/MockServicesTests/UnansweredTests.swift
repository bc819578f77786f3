import MockServices
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@MockService("Unanswered")
private actor UnansweredService {
  func value(_ id: Int) async -> Int
  func tell(_ text: String) async
  @MockMethod("whisper", ignoresErrors: true) func whisper() async
  func typed() async throws(LoginError) -> Int
  func listed() async throws(ListedError) -> Int
}

/// An error that lists its cases, without codes of its own.
private enum ListedError: Error, CaseIterable {
  case declined, offline
}

@Mocked
private protocol UnansweredStreams: Sendable {
  func values() async -> AsyncStream<Int>
}

/// Errors that a method can't throw.
@Suite("Methods that can't throw")
struct UnansweredTests {
  private static func service(
    _ methods: [String: MockMethodConfig], handler: MockFailureHandler? = nil,
    clock: MockClock = .system
  ) -> UnansweredService {
    UnansweredService(
      sequencer: MockCallSequencer(
        methods: methods, service: "Unanswered",
        context: MockCallContext(clock: clock, failureHandler: handler)))
  }

  private static func failing(_ code: String) -> MockMethodConfig {
    MockMethodConfig(responses: [
      MockResponse(result: .error, error: MockErrorPayload(code: code, message: code))
    ])
  }

  @Test("A missing value is an issue that names the service, the method, and the arguments")
  func placeholder() async throws {
    let notes = Notes()
    #expect(await Self.service([:], handler: notes.handler).value(7) == 0)
    #expect(
      notes.lines == [
        "stop: `Unanswered.value` with {\"id\":7} returns a value and cannot throw the error: unconfigured:"
          + " `Unanswered.value` has no responses; add `value` to the methods of the service"
      ])
  }

  @Test("Without a custom handler, the error is an issue in the running test")
  func issue() async throws {
    await withKnownIssue {
      #expect(await Self.service([:]).value(7) == 0)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("`Unanswered.value` with {\"id\":7}") }
    }
  }

  @Test(
    "An error of the wrong type is an issue that lists the known codes, and one of those is thrown"
  )
  func wrongType() async throws {
    let notes = Notes()
    await #expect(throws: LoginError.wrongPassword) {
      try await Self.service(["typed": Self.failing("unheardOf")], handler: notes.handler).typed()
    }
    #expect(
      notes.lines == [
        "report: `Unanswered.typed` with {} throws only LoginError, so it cannot throw the error: unheardOf;"
          + " use one of its codes: `wrongPassword`, `locked`"
      ])
  }

  @Test("A code that is nearly the name of a case is an issue that names the case")
  func misspelled() async throws {
    let notes = Notes()
    await #expect(throws: ListedError.declined) {
      try await Self.service(["listed": Self.failing("declind")], handler: notes.handler).listed()
    }
    #expect(
      notes.lines == [
        "report: `Unanswered.listed` with {} throws only ListedError, so it cannot throw the error: declind;"
          + " use one of its codes: `declined`, `offline`; did you mean `declined`?"
      ])
  }

  @Test("The sequencer's handler is called before the process stops")
  func handled() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(7)
    ) {
      let handler = MockFailureHandler { failure in
        precondition(failure.severity == .stop && failure.message.contains("Unanswered.value"))
        exit(7)
      }
      _ = await Self.service([:], handler: handler).value(7)
    }
    #expect(result != nil)
  }

  @Test("A method without a result reports its error and continues, or ignores it")
  func reports() async {
    let notes = Notes()
    let service = Self.service(
      ["tell": Self.failing("offline"), "whisper": Self.failing("offline")], handler: notes.handler)
    await service.tell("x")
    #expect(
      notes.lines == [
        "report: `Unanswered.tell` with {\"text\":\"x\"} cannot throw the error: offline"
      ])
    await service.whisper()
    #expect(notes.lines.count == 1)
  }

  @Test("A nonthrowing stream reports its error and ends")
  func streams() async {
    let notes = Notes()
    let response = MockResponse(
      result: .stream, error: MockErrorPayload(code: "lost", message: "lost"), values: [1, 2])
    let mock = MockUnansweredStreams(
      sequencer: MockCallSequencer(
        methods: ["values": MockMethodConfig(responses: [response])], service: "S",
        context: MockCallContext(failureHandler: notes.handler)))
    var seen: [Int] = []
    for await value in await mock.values() { seen.append(value) }
    #expect(seen == [1, 2])
    #expect(
      notes.lines == ["report: `S.values` with {} is a stream that cannot throw the error: lost"])
  }

  @Test("A cancelled task still gets the response after its delay", arguments: [0, 50])
  func cancelled(delay: Int) async throws {
    let response = MockResponse(
      result: .success, value: 5, delayMs: delay == 0 ? nil : .fixed(ms: delay))
    let clock = MockClock.virtual()
    let service = Self.service(
      [
        "value": MockMethodConfig(responses: [response]),
        "typed": MockMethodConfig(responses: [response]),
      ], clock: clock)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return (await service.value(1), try await service.typed())
    }
    let values = try await task.value
    #expect(values.0 == 5 && values.1 == 5)
    #expect(clock.elapsed == .milliseconds(2 * delay))
  }
}
