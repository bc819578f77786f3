import Foundation
import MockHTTP
import MockLua
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Expectations and limits that could never fail, and misspelled names that would always give the same result.
@Suite struct ExpectationTests {
  // expects: any number of calls is at least 0, so this verifies nothing
  @Test(.mocked) func wrongAtLeastZero() { MockPlaceService().verify.find().called(.atLeast(0)) }

  // expects: a number of calls cannot be negative
  @Test(.mocked) func wrongNegative() { MockPlaceService().verify.find().called(-1) }

  // expects: the list of expected calls is empty, so this verifies nothing
  @Test(.mocked) func wrongNoOrder() { verifyInOrder() }

  @Test(.mocked) func rightNoOrder() { verifyInOrder(exactly: true) }

  // expects: `eventually` waits for calls, but `no call to PlaceService.find` is already true
  @Test(.mocked) func wrongEventuallyNever() async {
    _ = MockPlaceService()
    await verifyEventually("PlaceService.find", called: .never, within: .seconds(1))
  }

  // expects: no scenario is running here, so no call to PlaceService.find is known
  @Test func wrongAllWithoutScenario() { MockPlaceService.all.verify.find().called(.never) }

  // expects: `times: 0` never uses the response
  @Test(.mocked) func wrongTimes() { MockPlaceService().on.find().returns([], times: 0) }

  // expects: fails with the code `lockd`
  @Test(.scenario(source: "service \"StreamService\" { values = stream { 1 } :fails \"lockd\" }"))
  func wrongEndOfStream() async {
    do { for try await _ in MockStreamService().values() {} } catch {}
  }

  @Test(.scenario(source: "service \"StreamService\" { values = stream { 1 } :fails \"locked\" }"))
  func rightEndOfStream() async {
    await #expect(throws: Refusal.locked) { for try await _ in MockStreamService().values() {} }
  }
}

@Suite struct ClockTests {
  static let gated = "service \"PlaceService\" { find = reply(array {}) :gate \"door\" }"

  // expects: unknown gate `dor`; did you mean `door`?
  @Test(.scenario(source: gated)) func wrongIsOpen() throws {
    #expect(try !ScenarioRuntime.current.gates.isOpen("dor"))
  }

  // expects: unknown gate `dor`; did you mean `door`?
  @Test(.scenario(source: gated)) func wrongWaiting() throws {
    #expect(try ScenarioRuntime.current.gates.waiting(at: "dor") == 0)
  }

  @Test(.scenario(source: gated)) func rightGate() throws {
    let gates = try ScenarioRuntime.current.gates
    #expect(!gates.isOpen("door") && gates.waiting(at: "door") == 0)
  }

  // expects: `waitForCalls(at: "door")` waits for 1, but 0 arrived
  @Test(.scenario(source: gated)) func wrongWaitForCalls() async throws {
    try? await ScenarioRuntime.current.gates.waitForCalls(at: "door")
  }

  // expects: `waitForSleepers(1)` waits, but 0 are asleep
  @Test(.mocked(clock: .virtual(manual: true))) func wrongWaitForSleepers() async throws {
    await (try ScenarioRuntime.current.clock).waitForSleepers(1)
  }

  // expects: a clock can't go back by 1.0 seconds
  @Test(.mocked) func wrongAdvance() async throws {
    await (try ScenarioRuntime.current.clock).advance(by: .seconds(-1))
  }

  // expects: a real clock can't be advanced
  @Test(.mocked(clock: .real())) func wrongRealClock() async throws {
    await (try ScenarioRuntime.current.clock).advance(by: .seconds(1))
  }
}

@Suite struct LimitTests {
  // expects: exploring tries only the baseline run: `limit: 0` leaves no room for other runs
  @Test(.exploring(limit: 0)) func wrongLimit() async throws { try await findTwice() }

  // expects: exploring tries only the baseline run: `time: 0.0 seconds` leaves no time for other runs
  @Test(.exploring(time: .zero)) func wrongTime() async throws { try await findTwice() }

  // expects: the body of the test runs
  @Test(.exploring(limit: 0)) func wrongBody() async throws {
    try await findTwice()
    Issue.record("the body of the test runs")
  }

  // expects: `.failures([])` does not name a way to fail
  @Test(.exploring(.failures([]))) func wrongFaults() async throws { try await findTwice() }

  // expects: `.failures(of: [])` does not name a method
  @Test(.exploring(.failures(of: []))) func wrongMethods() async throws { try await findTwice() }

  @Test(.exploring(limit: 2)) func rightLimit() async throws { try await findTwice() }

  private func findTwice() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [] }
    async let a = mock.find("a", limit: 1)
    async let b = mock.find("b", limit: 1)
    _ = try await (a, b)
  }
}

@Suite struct RouteTests {
  static let script = #"http "https://seams.invalid" { ["GET /users/{id}"] = reply { id = 1 } }"#
  static let route = "https://seams.invalid.GET /users/{id}"

  private func get() async throws {
    let url = try #require(URL(string: "https://seams.invalid/users/1"))
    _ = try? await URLSession(configuration: .mocked).data(from: url)
  }

  // expects: did you mean `https://seams.invalid.GET /users/{id}`?
  @Test(.scenario(source: script)) func wrongRoute() async throws {
    try await get()
    verify("https://seams.invalid.GET /user/{id}", called: .never)
  }

  // expects: the route has no `{ID}`
  @Test(.scenario(source: script)) func wrongParameter() async throws {
    try await get()
    verify(Self.route, arguments: ["path": ["ID": "1"]], called: .never)
  }

  // expects: `path.id` is a string, so it is never 1
  @Test(.scenario(source: script)) func wrongNumber() async throws {
    try await get()
    verify(Self.route, arguments: ["path": ["id": 1]], called: .never)
  }

  // expects: header names are lowercase
  @Test(.scenario(source: script)) func wrongHeader() async throws {
    try await get()
    verify(Self.route, arguments: ["headers": ["Accept": "x"]], called: .never)
  }

  @Test(.scenario(source: script)) func rightRoute() async throws {
    try await get()
    verify(Self.route, arguments: ["path": ["id": "1"]], called: 1)
    verify(Self.route, arguments: ["path": ["id": "2"]], called: .never)
  }
}
