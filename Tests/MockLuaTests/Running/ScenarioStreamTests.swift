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
