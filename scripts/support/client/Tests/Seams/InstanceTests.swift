import MockLua
import MockLuaTesting
import MockServices
import Testing

struct Offline: Error {}

/// Calls a second service if the first one fails.
struct Fallback: Sendable {
  var first, second: any PlaceService
  var forgetsSecond = false

  func find(_ text: String) async throws -> [Spot] {
    do {
      return try await first.find(text, limit: 1)
    } catch {
      return try await (forgetsSecond ? first : second).find(text, limit: 1)
    }
  }
}

struct Both: Sendable {
  var first, second: any Analytics
  var forgetsSecond = false

  func track(_ event: String) {
    first.track(event)
    if !forgetsSecond { second.track(event) }
  }
}

// Stubs and verification belong to one mock.
@Suite struct InstanceTests {
  // expects: expected 1 call to Analytics.track, found 0 on this mock; 1 call was not made on it
  @Test(.mocked) func wrongBoth() {
    let (a, b) = (MockAnalytics(), MockAnalytics())
    Both(first: a, second: b, forgetsSecond: true).track("logout")
    a.verify.track().called(1)
    b.verify.track().called(1)
  }

  @Test(.mocked) func rightBoth() {
    let (a, b) = (MockAnalytics(), MockAnalytics())
    Both(first: a, second: b).track("logout")
    a.verify.track("logout").called(1)
    b.verify.track("logout").called(1)
    #expect(a.verify.track().captured == ["logout"])
    verify("Analytics.track", called: 2)
    MockAnalytics.all.verify.track().called(2)
  }

  // expects: Caught error: Offline()
  @Test(.mocked) func wrongFallback() async throws {
    let (a, b) = (MockPlaceService(), MockPlaceService())
    a.on.find { _, _ in throw Offline() }
    b.on.find { _, _ in [Spot(name: "Bern")] }
    #expect(
      try await Fallback(first: a, second: b, forgetsSecond: true).find("x")
        == [Spot(name: "Bern")])
  }

  @Test(.mocked) func rightFallback() async throws {
    let (a, b) = (MockPlaceService(), MockPlaceService())
    a.on.find { _, _ in throw Offline() }
    b.on.find { _, _ in [Spot(name: "Bern")] }
    #expect(try await Fallback(first: a, second: b).find("x") == [Spot(name: "Bern")])
    a.verify.find().called(1)
    b.verify.find().called(1)
  }

  @Test(.mocked) func rightProperties() {
    let (a, b) = (MockSettingsStore(), MockSettingsStore())
    a.on.theme { "dark" }
    b.on.theme { "light" }
    #expect(a.theme == "dark")
    #expect(b.theme == "light")
  }

  @Test(.mocked) func rightAll() {
    MockSettingsStore.all.on.theme { "dark" }
    let (a, b) = (MockSettingsStore(), MockSettingsStore())
    b.on.theme { "light" }
    #expect([a.theme, b.theme] == ["dark", "light"])
    b.removeStubs()
    #expect(b.theme == "dark")
    MockSettingsStore.all.removeStubs()
    MockAnalytics.on.flush { 3 }
    #expect(MockAnalytics.flush() == 3)
    MockAnalytics.verify.flush().called(1)
  }

  // expects: `SettingsStore.theme`
  @Test(.mocked(strict: true)) func wrongOther() {
    let (a, b) = (MockSettingsStore(), MockSettingsStore())
    a.on.theme { "dark" }
    #expect(b.theme.isEmpty)
  }

  @Test(
    .scenario(
      source:
        "service \"PlaceService\" { find = { reply {{ name = \"A\" }}, reply {{ name = \"B\" }} } }"
    ))
  func rightScript() async throws {
    let (a, b) = (MockPlaceService(), MockPlaceService())
    // Sequences belong to the service, as they would on a server.
    #expect(try await a.find("x", limit: 1) == [Spot(name: "A")])
    #expect(try await b.find("x", limit: 1) == [Spot(name: "B")])
    a.verify.find().called(1)
  }

  // expects: found 0 on this mock; 1 call was not made on it, and `MockPlaceService.all.verify` counts every call
  @Test(.scenario(source: "service \"PlaceService\" { find = reply(array {}) }"))
  func wrongReset() async throws {
    let (a, b) = (MockPlaceService(), MockPlaceService())
    _ = try await b.find("x", limit: 1)
    a.verify.find("x").called(1)
  }

  @Test(.scenario(source: "service \"PlaceService\" { find = reply(array {}) }"))
  func rightReset() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [Spot(name: "Bern")] }
    try await ScenarioRuntime.current.reset()
    #expect(try await mock.find("x", limit: 1).isEmpty)
  }
}

// A mock needs a scenario. These tests are in a separate package, because another test could set one for the process.
@Suite struct ScenarioTests {
  // expects: no scenario responds to `PlaceService.find`, because none was running when `MockPlaceService()` was created
  @Test func wrongNoTrait() async { _ = try? await MockPlaceService().find("x", limit: 1) }

  // expects: no scenario is running here, so the stub would also apply to other tests
  @Test func wrongStaticStub() {
    let stub = MockAnalytics.on.flush { 1 }
    stub.remove()
  }

  @Test func rightStubbed() async throws {
    let mock = MockPlaceService()
    let stub = mock.on.find { _, _ in [] }
    defer { stub.remove() }
    #expect(try await mock.find("x", limit: 1).isEmpty)
    MockAnalytics().track("opened")
  }
}
