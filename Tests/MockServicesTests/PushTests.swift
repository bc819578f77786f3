import MockLua
import MockLuaTesting
import MockServices
import Testing

@testable import MockCalls

struct Position: Codable, Sendable, Equatable {
  var x: Int
}

@Mocked
protocol PositionService: Sendable {
  func updates() -> AsyncStream<Position>
  func headings(of device: String) -> AsyncThrowingStream<Int, any Error>
  var states: AsyncStream<String> { get }
  func last() async -> Int
  func observe(_ onChange: @escaping @Sendable (Position) -> Void)
  func onResult(_ handler: @escaping @Sendable (Result<Position, any Error>) -> Void)
  func onPair(_ handler: @escaping @Sendable (Int, String?) -> Void)
  @MainActor func onSignOut(_ handler: @escaping @MainActor (String) -> Void)
}

/// Values that a test or a script sends to streams and handlers while the app uses them.
@Suite("Pushes", .timeLimit(.minutes(30)))
struct PushTests {
  private struct Lost: Error, Equatable {}

  @Test("A stream that stays open gets the pushed values in order, until it is finished", .mocked)
  func stream() async throws {
    let mock = MockPositionService()
    mock.on.updates().staysOpen()
    let updates = mock.updates()
    // Nothing reads the stream yet.
    mock.push.updates(Position(x: 1))
    mock.push.updates(Position(x: 2))
    mock.push.updates.finish()
    #expect(try await updates.collected() == [Position(x: 1), Position(x: 2)])
    let log = try ScenarioRuntime.current.log
    #expect(
      log.calls("PositionService.updates").map(\.outcome) == [.returned([["x": 1], ["x": 2]])])
    mock.verify.updates().called(1)
  }

  @Test(
    "The log has the values of a stream that is still open, and the call counts as ended", .mocked)
  func openRecord() async throws {
    let mock = MockPositionService()
    mock.on.headings().staysOpen()
    var headings = mock.headings(of: "watch").makeAsyncIterator()
    mock.push.headings(90)
    #expect(try await headings.next() == 90)
    mock.push.headings(180)
    #expect(try await headings.next() == 180)
    let log = try ScenarioRuntime.current.log
    #expect(log.calls("PositionService.headings").map(\.outcome) == [.returned([90, 180])])
    #expect(mock.verify.headings().captured == ["watch"])
    mock.push.headings.finish(throwing: Lost())
    await #expect(throws: Lost.self) { try await headings.next() }
    #expect(
      log.calls("PositionService.headings").map(\.description)
        == [##"#1 PositionService.headings {"of":"watch"} threw Lost: Lost()"##])
  }

  @Test("A push reaches every open stream of one mock, or those of all mocks", .mocked)
  func receivers() async throws {
    let (first, second) = (MockPositionService(), MockPositionService())
    MockPositionService.all.on.states().staysOpen()
    let streams = [first.states, first.states, second.states]
    first.push.states("a")
    MockPositionService.all.push.states("b")
    MockPositionService.all.push.states.finish()
    var found: [[String]] = []
    for stream in streams { found.append(try await stream.collected()) }
    #expect(found == [["a", "b"], ["a", "b"], ["b"]])
  }

  @Test("A lost value fails the test at the line of the push", .mocked)
  func lost() async throws {
    let mock = MockPositionService()
    withKnownIssue {
      mock.push.updates(Position(x: 1))
    } matching: {
      $0.description.contains(
        "the pushed value is lost, because `PositionService.updates` hasn't been called on this mock yet;"
          + " push after the call") && $0.sourceLocation?.line == 82
    }
    mock.on.updates().returns(AsyncStream { $0.finish() })
    #expect(try await mock.updates().collected() == [])
    withKnownIssue {
      mock.push.updates.finish()
    } matching: {
      $0.description.contains(
        "no stream of `PositionService.updates` is open; keep it open with `mock.on.updates().staysOpen()`"
      )
    }
    withKnownIssue {
      mock.push.observe(Position(x: 1))
    } matching: {
      $0.description.contains("`PositionService.observe` hasn't been called on this mock yet")
    }
  }

  @Test("A stream that is no longer read isn't open", .mocked)
  func cancelled() async throws {
    let mock = MockPositionService()
    mock.on.updates().staysOpen()
    let reader = Task { for await _ in mock.updates() {} }
    await mock.verify.updates().eventually(within: .seconds(60))
    mock.push.updates(Position(x: 1))
    reader.cancel()
    await reader.value
    while try ScenarioRuntime.current.context.pushTargets.isOpen("PositionService.updates") {
      await Task.yield()
    }
    withKnownIssue { mock.push.updates(Position(x: 2)) }
  }

  @Test(
    "A handler that observes something gets every pushed value, before the push returns", .mocked)
  func handlers() throws {
    let mock = MockPositionService()
    let notes = Notes()
    mock.observe { notes.add("\($0.x)") }
    mock.onResult { notes.add("\((try? $0.get().x) ?? -1)") }
    mock.onPair { notes.add("\($0) \($1 ?? "-")") }
    mock.push.observe(Position(x: 1))
    mock.push.observe(Position(x: 2))
    mock.push.onResult(.success(Position(x: 3)))
    mock.push.onResult(.failure(Lost()))
    mock.push.onPair(4, nil)
    mock.push.onPair(5, "five")
    #expect(notes.lines == ["1", "2", "3", "-1", "4 -", "5 five"])
    let log = try ScenarioRuntime.current.log
    #expect(
      log.calls("PositionService.observe").map(\.outcome) == [.returned([["x": 1], ["x": 2]])])
  }

  @Test("A handler of a stub gets pushed values, too", .mocked)
  func stubbedHandler() {
    let mock = MockPositionService()
    let notes = Notes()
    mock.on.observe { handler in handler(Position(x: 0)) }
    mock.observe { notes.add("\($0.x)") }
    mock.push.observe(Position(x: 1))
    #expect(notes.lines == ["0", "1"])
  }

  @Test("A handler of the main actor is called there", .mocked)
  func mainActor() async {
    let mock = MockPositionService()
    let notes = Notes()
    await MainActor.run { mock.onSignOut { notes.add($0) } }
    await MainActor.run {
      mock.push.onSignOut("out")
      #expect(notes.lines == ["out"])
    }
    await Task.detached { mock.push.onSignOut("out") }.value
    while notes.lines.count < 2 { await Task.yield() }
    #expect(notes.lines == ["out", "out"])
  }

  // MARK: - Scripts

  @Test("A scripted stream sends its own values first, and then those of the test")
  func scripted() async throws {
    let stage = try Stage(
      "service \"PositionService\" { headings = stream { 1, 2 } :every(100) :after(50) :stays_open() }"
    )
    let mock = MockPositionService(stage.runtime)
    let headings = mock.headings(of: "watch")
    var values = headings.makeAsyncIterator()
    #expect(try await [values.next(), values.next()] == [1, 2])
    mock.push.headings(3)
    mock.push.headings.finish()
    #expect(try await [values.next(), values.next()] == [3, nil])
    #expect(stage.runtime.log.calls().map(\.outcome) == [.returned([1, 2, 3])])
  }

  @Test("A value that is pushed while the response waits at its gate follows its first value")
  func gated() async throws {
    let stage = try Stage(
      "service \"PositionService\" { headings = stream { 1 } :gate \"radio\" :stays_open() }")
    let mock = MockPositionService(stage.runtime)
    var values = mock.headings(of: "watch").makeAsyncIterator()
    mock.push.headings(2)
    try stage.runtime.gates.open("radio")
    #expect(try await [values.next(), values.next()] == [1, 2])
  }

  @Test("Finishing ends a stream whose response is still sending")
  func early() async throws {
    let runtime = try ScenarioRuntime(
      source: "service \"PositionService\" { headings = stream { 1, 2 } :every(1000) }",
      name: "stage.lua", clock: .virtual(manual: true))
    let mock = MockPositionService(runtime)
    var values = mock.headings(of: "watch").makeAsyncIterator()
    #expect(try await values.next() == 1)
    mock.push.headings(7)
    mock.push.headings.finish()
    #expect(try await [values.next(), values.next()] == [7, nil])
    await runtime.clock.settle()
    #expect(runtime.log.calls().map(\.outcome) == [.returned([1, 7])])
  }

  @Test("A reset ends open streams")
  func reset() async throws {
    let stage = try Stage("service \"PositionService\" { headings = stream {} :stays_open() }")
    let mock = MockPositionService(stage.runtime)
    var values = mock.headings(of: "watch").makeAsyncIterator()
    mock.push.headings(1)
    #expect(try await values.next() == 1)
    try await stage.runtime.reset()
    await #expect(throws: CancellationError.self) { try await values.next() }
  }

  @Test("A function of the script pushes to streams and handlers")
  func fromScript() async throws {
    let stage = try Stage(
      """
      service "PositionService" {
        headings = stream {} :stays_open(),
        last = function()
          push("PositionService.headings", 5)
          push("PositionService.observe", { x = 6 })
          push("PositionService.headings", fail("offline"))
          return 7
        end,
      }
      """)
    let mock = MockPositionService(stage.runtime)
    let notes = Notes()
    mock.observe { notes.add("\($0.x)") }
    var headings = mock.headings(of: "watch").makeAsyncIterator()
    #expect(await mock.last() == 7)
    #expect(notes.lines == ["6"])
    #expect(try await headings.next() == 5)
    let error = await #expect(throws: MockServiceError.self) { try await headings.next() }
    #expect(
      error?.code == "offline" && error?.message == "offline" && error?.details == nil,
      "\(String(reflecting: error))")
  }

  @Test(
    "A script error names what to write instead",
    arguments: [
      (
        #"push("PositionService.updats", 1)"#,
        "unknown method `PositionService.updats`; did you mean `PositionService.updates`?"
      ),
      (
        #"push("PositionService.last", 1)"#,
        "`PositionService.last` has no stream or handler that can receive values; return the value from its"
          + " function"
      ),
      (
        #"push("PositionService.headings", "north")"#,
        "`push`: `PositionService.headings`, `value`: "
      ),
      ("push(1)", "`push` takes `\"Service.method\"` and a value, not 1"),
      (
        #"push("PositionService.headings")"#,
        "`push` takes `\"Service.method\"` and a value, not nil; write `push(\"Service.method\", value)`"
      ),
      (
        #"push("PositionService.headings", reply(1))"#,
        "`push` takes a value or `fail(...)`, not another response"
      ),
    ])
  func mistakes(code: String, message: String) async throws {
    let stage = try Stage(
      """
      service "PositionService" {
        headings = stream {} :stays_open(),
        probe = function()
          \(code)
        end,
      }
      """)
    let mock = MockPositionService(stage.runtime)
    let headings = mock.headings(of: "watch")
    let error = await #expect(throws: MockServiceError.self) {
      try await stage["PositionService"].answer(for: "probe")
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    _ = headings
  }

  @Test("A value that a function pushes before the call is reported at its line")
  func lostByScript() async throws {
    let notes = Notes()
    let stage = try Stage(
      """
      service "PositionService" {
        last = function()
          push("PositionService.updates", { x = 1 })
          return 1
        end,
      }
      """)
    let mock = MockPositionService(stage.runtime)
    let last = await MockFailureHandler.$override.withValue(notes.handler) { await mock.last() }
    #expect(last == 1)
    #expect(
      notes.lines == [
        "report: the pushed value is lost, because `PositionService.updates` hasn't been called yet; push after the call"
      ])
  }
}
