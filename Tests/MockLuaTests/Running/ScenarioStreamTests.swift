import MockLua
import MockServices
import Testing

/// Streams whose values are sent by a script function.
@Suite("A stream of a running scenario")
struct ScenarioStreamTests {
  @Test("A stream function sends its values, and its error ends the stream")
  func stream() async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      """
      service "S" { tokens = stream(function(args)
        for i = 1, args.n do emit(i) sleep(10) end
        if args.fails then error(fail("cut", "Cut off")) end
      end) }
      """)
    let sequencer = runtime.sequencer(for: "S")
    var values: [Int] = []
    for try await value in await sequencer.stream(for: "tokens", arguments: ["n": 3], as: Int.self)
    {
      values.append(value)
    }
    #expect(values == [1, 2, 3])
    let error = await #expect(throws: MockServiceError.self) {
      let stream = await sequencer.stream(
        for: "tokens", arguments: ["n": 1, "fails": true], as: Int.self)
      for try await value in stream { values.append(value) }
    }
    #expect(error?.code == "cut")
    #expect(values == [1, 2, 3, 1])
  }

  @Test(
    "A value returned by a stream function is an error that ends the stream",
    arguments: [
      ("return 5", "5, which is ignored; write `emit(value)`"),
      ("return { 1 }", "a table, which is ignored; write `emit(value)`"),
      ("return fail('x')", "a response, which is ignored; write `error(fail(...))`"),
    ])
  func streamResult(body: String, message: String) async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      "service \"S\" { tokens = stream(function() emit(1) \(body) end) }")
    let sequencer = runtime.sequencer(for: "S")
    var values: [Int] = []
    let error = await #expect(throws: MockServiceError.self) {
      for try await value in await sequencer.stream(for: "tokens", as: Int.self) {
        values.append(value)
      }
    }
    #expect(values == [1])
    #expect(error?.message == "test.lua:1: the stream's function returned \(message)")
  }

  @Test("A value pushed to a route has the form of a value in `stream`")
  func pushedToRoute() async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      """
      http {
        ["GET /events"] = stream {} :stays_open(),
        ["GET /push"] = function()
          push("//*.GET /events", { event = "x", data = 1 })
          push("//*.GET /events", "plain")
          push("//*.WS /a open", { b = 2 })
          push("//*.POST /g subscription S", 3)
          push("//*.POST /g subscription S", fail("A", "b"))
        end,
        ["WS /a"] = socket { open = stream { "hello" } :stays_open() },
      }
      graphql "/g" { ["subscription S"] = stream { 1 } :stays_open() }
      """)
    let sequencer = runtime.sequencer(for: "//*")
    func values(of method: String) async -> AsyncThrowingStream<AnyCodableValue, any Error> {
      await sequencer.stream(for: method, as: AnyCodableValue.self)
    }
    var (events, messages, results) = (
      await values(of: "GET /events").makeAsyncIterator(),
      await values(of: "WS /a open").makeAsyncIterator(),
      await values(of: "POST /g subscription S").makeAsyncIterator()
    )
    #expect(
      try await events.next()
        == ["chunk": "", "headers": ["Content-Type": "text/event-stream"]])
    #expect(try await messages.next() == ["body": "hello"])
    #expect(try await results.next() == ["event": ["event": "next", "data": ["data": 1]]])
    _ = try await sequencer.answer(for: "GET /push")
    #expect(try await events.next() == ["event": ["event": "x", "data": 1]])
    #expect(try await events.next() == ["event": "plain"])
    #expect(try await messages.next() == ["body": ["b": 2]])
    #expect(try await results.next() == ["event": ["event": "next", "data": ["data": 3]]])
    let failed = try await results.next()
    #expect(failed?.member(at: ["event", "data", "errors"]) != nil)
    #expect(try await results.next() == ["event": ["event": "complete"]])
    #expect(try await results.next() == nil)
  }

  @Test("A stream that a function returns keeps its status and headers")
  func returnedHead() async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      """
      http {
        ["GET /a"] = function()
          return stream(function() emit { a = 1 } end) :status(201) :headers { ["Content-Type"] = "application/x-ndjson" }
        end,
        ["GET /b"] = stream(function() end),
        ["GET /c"] = function() return stream {} :status(503) end,
      }
      service "S" { m = function() return stream(function() end) :status(201) end }
      """)
    func values(of method: String, _ service: String = "//*") async throws -> [AnyCodableValue] {
      var values: [AnyCodableValue] = []
      let sequencer = runtime.sequencer(for: service)
      for try await value in await sequencer.stream(for: method, as: AnyCodableValue.self) {
        values.append(value)
      }
      return values
    }
    #expect(
      try await values(of: "GET /a") == [
        ["chunk": "", "status": 201, "headers": ["Content-Type": "application/x-ndjson"]],
        ["chunk": ["a": 1]],
      ])
    #expect(
      try await values(of: "GET /b")
        == [["chunk": "", "headers": ["Content-Type": "text/event-stream"]]])
    #expect(
      try await values(of: "GET /c")
        == [["chunk": "", "status": 503, "headers": ["Content-Type": "text/event-stream"]]])
    let error = await #expect(throws: MockServiceError.self) { try await values(of: "m", "S") }
    #expect(error?.message.contains("`status` is for routes") == true)
  }

  @Test("A function gets the status and headers of another route's response")
  func resultsOfRoutes() async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      """
      http {
        ["GET /a"] = status(404, { a = null }),
        ["GET /b"] = function()
          local answer = services["//*"]["GET /a"]()
          local last = calls("//*.GET /a")[1].result
          return { answer.status, last.status, answer.headers["Content-Type"], answer.body }
        end,
      }
      """)
    #expect(
      try await runtime.sequencer(for: "//*").answer(for: "GET /b")
        == ["body": [404, 404, "application/json", ["a": .null]]])
  }

  @Test("A returned stream function keeps its interval")
  func returnedStream() async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      """
      service "S" { f = function()
        return stream(function() emit(1) emit(2) emit(3) end) :every(100)
      end }
      """)
    var values: [Int] = []
    for try await value in await runtime.sequencer(for: "S").stream(for: "f", as: Int.self) {
      values.append(value)
    }
    #expect(values == [1, 2, 3])
    #expect(runtime.clock.elapsed == .milliseconds(200))
  }

  @Test(
    "A stream function's values and its final error keep their interval, even after a delay",
    arguments: [
      ("", ["1 at 0.0", "2 at 0.01", "cut at 0.02"]),
      (":after(100)", ["1 at 0.1", "2 at 0.11", "cut at 0.12"]),
    ])
  func streamInterval(builder: String, expected: [String]) async throws {
    let runtime = try ScenarioRuntime(
      source: """
        service "S" { f = stream(function()
          emit(1) emit(2) error(fail("cut"))
        end) :every(10) \(builder) }
        """, name: "test.lua", clock: .virtual(manual: true))
    let stream = await runtime.sequencer(for: "S").stream(for: "f", as: Int.self)
    let clock = runtime.clock
    let reader = Task {
      var received: [String] = []
      do {
        for try await value in stream { received.append("\(value) at \(clock.elapsed)") }
      } catch {
        received.append("\(error) at \(clock.elapsed)")
      }
      return received
    }
    // First advance by zero, so that the reader gets its turn before time passes.
    for step in 0..<14 { await clock.advance(by: .milliseconds(step == 0 ? 0 : 10)) }
    #expect(await reader.value == expected.map { "\($0) seconds" })
  }
}
