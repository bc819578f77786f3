import Foundation
import MockLua
import MockPlatform
import MockServices
import TestSupport
import Testing

@Mocked protocol TicketOffice: Sendable {
  func held() async -> Int
  func slow() async -> Int
  func computed() async -> Int
  func ready() async
}

/// Waiting calls of nonthrowing methods, which can't report a cancellation.
@Suite("Callers that can't report a cancellation", .timeLimit(.minutes(30)))
struct UncancellableCallTests {
  private static func runtime(
    _ failures: Locked<[String]>, computing result: Int = 4
  ) throws -> ScenarioRuntime {
    try ScenarioRuntime(
      source: """
        shared { sold = 0 }
        service "TicketOffice" {
          held = reply(1) :gate "door" :set { sold = 1 },
          slow = { reply(2) :after(5) :set { sold = 2 }, reply(20) },
          computed = function(args, call)
            if call.count == 1 then sleep(1000) end
            state.sold = state.sold + call.count
            return \(result)
          end,
          ready = reply() :gate "door",
        }
        """,
      name: "tickets.lua", clock: .virtual(manual: true),
      failureHandler: MockFailureHandler { failure in
        failures.withLock { $0.append("\(failure)") }
      })
  }

  @Test("After a restart, a waiting call gets its response and leaves no trace")
  func waiting() async throws {
    let failures = Locked<[String]>([])
    let runtime = try Self.runtime(failures)
    let mock = MockTicketOffice(runtime)
    async let held = mock.held()
    async let slow = mock.slow()
    async let ready: Void = mock.ready()
    try await runtime.gates.waitForCalls(2, at: "door")
    await runtime.clock.waitForSleepers(1)
    try await runtime.reset()
    #expect(await (held, slow) == (1, 2))
    await ready
    #expect(runtime.sharedState["sold"] == 0)
    #expect(runtime.log.count == 0)
    #expect(failures.withLock(\.self) == [])
  }

  @Test("If a function was still computing the response, the new run responds")
  func computing() async throws {
    let failures = Locked<[String]>([])
    let runtime = try Self.runtime(failures)
    let mock = MockTicketOffice(runtime)
    async let computed = mock.computed()
    await runtime.clock.waitForSleepers(1)
    try await runtime.reset()
    await runtime.clock.waitForSleepers(1)
    await runtime.clock.advance(by: .seconds(1))
    #expect(await computed == 4)
    #expect(runtime.sharedState["sold"] == 1)
    #expect(runtime.log.calls().map(\.outcome) == [.returned(4)])
    #expect(failures.withLock(\.self) == [])
  }

  @Test("A live session behaves the same, even if another scenario takes over")
  func session() async {
    await #expect(processExitsWith: .success) {
      let failures = Locked<[String]>([])
      let runtime = try Self.runtime(failures)
      let session = try LiveSession(runtime)
      let registry = MockServiceRegistry()
      registry.register(MockTicketOffice.self)
      let joined = await MockServiceBootstrap.configureIfNeeded(
        container: DependencyContainer(), registry: registry, environment: session.environment,
        log: { _ in })
      let source = try #require(joined).sequencers
      let mock = MockTicketOffice(source)

      async let held = mock.held()
      async let computed = mock.computed()
      try await runtime.gates.waitForCalls(at: "door")
      await runtime.clock.waitForSleepers(1)
      try await runtime.reset()
      #expect(await held == 1)
      await runtime.clock.waitForSleepers(1)

      async let ready: Void = mock.ready()
      try await runtime.gates.waitForCalls(at: "door")
      let next = try Self.runtime(failures, computing: 40)
      // This blocks until calls in flight are cancelled, so it can't run on Swift's thread pool.
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          session.replaceScenario(with: next)
          continuation.resume()
        }
      }
      await ready
      await next.clock.waitForSleepers(1)
      await next.clock.advance(by: .seconds(1))
      #expect(await computed == 40)
      #expect(next.log.calls().map(\.outcome) == [.returned(40)])
      #expect(failures.withLock(\.self) == [])
    }
  }
}
