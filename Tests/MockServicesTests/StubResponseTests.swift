import Foundation
import MockLua
import MockLuaTesting
import MockServices
import Testing

/// Stubs with several responses, one for each call.
@Suite("Stubs with several responses", .mocked)
struct StubResponseTests {
  private let mock = MockTeaShop()
  private let tea = Tea(name: "Sencha")

  /// Returns the results of calls to `signIn`.
  ///
  /// Errors are shown by name.
  private func signIn(_ count: Int) async -> [String] {
    var results: [String] = []
    for _ in 0..<count {
      do throws(TeaError) {
        results.append(try await mock.signIn(user: "ada", password: "x"))
      } catch {
        results.append("\(error)")
      }
    }
    return results
  }

  @Test("Values are returned in the written order, and the last one repeats")
  func values() async throws {
    mock.on.price(of: tea).returns(1, 2)
    var prices: [Double] = []
    for _ in 0..<3 { prices.append(try await mock.price(of: tea, count: 1)) }
    #expect(prices == [1, 2, 2])
  }

  @Test("Errors have the requirement's type, and are thrown in the same order")
  func errors() async {
    mock.on.signIn(user: "ada").throws(.offline, times: 2).throws(.badCredentials).returns("token")
    #expect(await signIn(5) == ["offline", "offline", "badCredentials", "token", "token"])
    mock.on.signIn().throws(.badCredentials)
    #expect(await signIn(2) == ["badCredentials", "badCredentials"])
  }

  @Test("A closure runs first, and can throw the requirement's error")
  func closures() async {
    mock.on.signIn { user, _ in "\(user) 1" }.throws(.offline).returns("token")
    #expect(await signIn(4) == ["ada 1", "offline", "token", "token"])
    mock.on.signIn { (_, _) throws(TeaError) in throw .badCredentials }
    #expect(await signIn(1) == ["badCredentials"])
  }

  @Test("After a limited number of calls, an earlier stub responds")
  func times() async {
    mock.on.signIn().returns("earlier")
    mock.on.signIn().returns("now", times: 2)
    mock.on.signIn(password: "x").throws(.offline, times: 1)
    #expect(await signIn(4) == ["offline", "now", "now", "earlier"])
  }

  @Test("A response added later follows the used ones")
  func addedLater() async {
    let stub = mock.on.signIn().returns("first")
    #expect(await signIn(2) == ["first", "first"])
    stub.returns("second")
    #expect(await signIn(2) == ["second", "second"])
    stub.remove()
    mock.on.signIn().returns("other")
    #expect(await signIn(1) == ["other"])
  }

  @Test("A method without a result returns, and properties and optionals have values")
  func otherShapes() async throws {
    mock.on.close().returns()
    mock.close()
    mock.on.limit().returns(3, nil)
    #expect([mock.limit, mock.limit, mock.limit] == [3, nil, nil])
    mock.on.quotes(for: ["A"]).throws(CancellationError()).returns(["A": 1])
    #expect(throws: CancellationError.self) { try mock.quotes(for: ["A"]) }
    #expect(try mock.quotes(for: ["A"]) == ["A": 1])
    mock.on.page(after: nil).returns([tea], [])
    #expect(try await mock.page(after: nil) == [tea])
    #expect(try await mock.page(after: nil).isEmpty)
  }

  @Test("A stub waits on the scenario's clock, even if it throws")
  func delays() async throws {
    let clock = try ScenarioRuntime.current.clock
    mock.on.signIn().throws(.offline).returns("token").after(.seconds(90))
    #expect(await signIn(2) == ["offline", "token"])
    #expect(clock.elapsed == .seconds(180))
    #expect(
      try ScenarioRuntime.current.log.calls("TeaShop.signIn").map(\.duration)
        == [.seconds(90), .seconds(90)])
  }

  @Test("A stub waits at a gate until the test opens it")
  func gates() async throws {
    let gates = try ScenarioRuntime.current.gates
    mock.on.price().gate("network").returns(2)
    async let price = mock.price(of: tea, count: 1)
    try await gates.waitForCalls(at: "network")
    mock.verify.price(of: tea).called(1)
    try gates.open("network")
    #expect(try await price == 2)
  }

  @Test("Cancelling a call ends its wait")
  func cancelled() async throws {
    let gates = try ScenarioRuntime.current.gates
    mock.on.price().returns(2).gate("network")
    let call = Task { [mock, tea] in try await mock.price(of: tea, count: 1) }
    try await gates.waitForCalls(at: "network")
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test("A wait in a synchronous requirement fails the test")
  func skippedWait() {
    mock.on.limit().returns(3).after(.seconds(1))
    withKnownIssue {
      #expect(mock.limit == 3)
    } matching: {
      $0.description.contains(
        "`TeaShop.limit` isn't async, and can't wait; remove `.after` and `.gate` from its stub")
    }
  }

  @Test("A wait without a response, and a delay below zero, fail the test")
  func wrongWaits() {
    let message =
      "the stub of `TeaShop.limit` has a gate or a delay, but no response; add `.returns(...)`"
    mock.on.limit().after(.seconds(1))
    withKnownIssue {
      #expect(mock.limit == nil)
      #expect(mock.limit == nil)
    } matching: {
      $0.description.contains(message)
    }
    withKnownIssue {
      mock.on.price().returns(2).after(.seconds(-1))
    } matching: {
      $0.description.contains("`.after(-1.0 seconds)` is not a valid delay; write 0 or more")
    }
  }
}
