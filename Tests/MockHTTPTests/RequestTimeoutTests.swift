import Foundation
import MockCalls
import MockHTTP
import MockLua
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session's timeouts apply to a script's delays and gates.
@Suite struct RequestTimeoutTests {
  private static let script = #"""
    http "https://api.test" {
      ["GET /slow"] = reply(1) :after(3000),
      ["GET /quick"] = reply(1) :after(200),
      ["GET /held"] = reply(1) :gate "held",
      ["GET /stream"] = stream { 1, 2, 3 } :every(400),
    }
    """#

  /// The timeout of a request.
  enum Limit: CaseIterable, Sendable { case request, configuration, resource }

  private func get(_ path: String, _ limit: Limit, _ seconds: TimeInterval) async throws -> Data {
    let configuration = URLSessionConfiguration.mocked
    var request = URLRequest(url: try #require(URL(string: "https://api.test/\(path)")))
    switch limit {
    case .request: request.timeoutInterval = seconds
    case .configuration: configuration.timeoutIntervalForRequest = seconds
    case .resource: configuration.timeoutIntervalForResource = seconds
    }
    let session = URLSession(configuration: configuration)
    defer { session.finishTasksAndInvalidate() }
    return try await session.data(for: request).0
  }

  @Test(
    "A delay beyond the timeout times out in virtual time", .scenario(source: script),
    arguments: Limit.allCases)
  func virtualDelay(_ limit: Limit) async throws {
    let error = await #expect(throws: URLError.self) { try await get("slow", limit, 1) }
    #expect(error?.code == .timedOut)
    #expect(error?.failingURL?.path == "/slow")
    #expect(try ScenarioRuntime.current.clock.elapsed == .seconds(1))
  }

  @Test("A shorter delay doesn't time out", .scenario(source: script), arguments: Limit.allCases)
  func shortDelay(_ limit: Limit) async throws {
    #expect(try await get("quick", limit, 0.3) == Data("1".utf8))
    #expect(try ScenarioRuntime.current.clock.elapsed == .milliseconds(200))
  }

  @Test(
    "On the real clock, the timeout applies to delays and gates",
    .scenario(source: script, clock: .real()), arguments: Limit.allCases, ["slow", "held"])
  func real(_ limit: Limit, _ path: String) async throws {
    let error = await #expect(throws: URLError.self) { try await get(path, limit, 0.2) }
    #expect(error?.code == .timedOut)
  }

  @Test(
    "In virtual time, a request at a gate only times out if other work advances the clock",
    .scenario(source: script, clock: .virtual(manual: true)))
  func virtualGate() async throws {
    let runtime = try ScenarioRuntime.current
    async let data = get("held", .request, 1)
    try await runtime.gates.waitForCalls(at: "held")
    await runtime.clock.advance(by: .milliseconds(900))
    #expect(runtime.gates.waitingCount == 1)
    await runtime.clock.advance(by: .milliseconds(200))
    var failure: (any Error)?
    do { _ = try await data } catch { failure = error }
    #expect((failure as? URLError)?.code == .timedOut)
  }

  @Test("Each piece of a response restarts the timeout", .scenario(source: script))
  func pieces() async throws {
    #expect(try await !get("stream", .request, 0.5).isEmpty)
    let error = await #expect(throws: URLError.self) { try await get("stream", .resource, 0.5) }
    #expect(error?.code == .timedOut)
  }

  @Test("An explored request only times out because of its own delay")
  func explored() async throws {
    try await ScenarioSession(source: Self.script).explore(.orders) {
      async let quick = get("quick", .request, 0.3)
      async let slow = get("slow", .request, 1)
      _ = try await quick
      do {
        _ = try await slow
        throw NoTimeout()
      } catch let error as URLError where error.code == .timedOut {}
    }
  }

  private struct NoTimeout: Error {}
}
