import MockLua
import MockServices
import Testing

/// Requirements that return and then pass their response to a closure.
@Suite("Completion handlers")
struct HandlerTests {
  private static func stage() throws -> Stage {
    try Stage(
      """
      shared { deleted = 0 }
      service "CallbackService" {
        load = { reply { id = 1, cents = 2 } :after(100), fail("offline") },
        fetch = { reply { id = 3, cents = 0 }, fail("offline") },
        delete = { reply() :set { deleted = 1 }, fail("locked") },
        ask = { reply(true), fail("denied") },
        finish = reply() :after(20),
        typed = reply { id = 9, cents = 9 },
        failing = { fail("empty"), reply(4) },
      }
      """)
  }

  /// Makes a call with a handler, and waits for its value.
  private static func value<Value>(
    _ body: (@escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value where Value: Sendable {
    await withCheckedContinuation { continuation in
      body { continuation.resume(returning: $0) }
    }
  }

  @Test("A handler gets success or failure after the delay")
  func results() async throws {
    let stage = try Self.stage()
    let mock = MockCallbackService(stage.runtime)
    let first: Result<Invoice, any Error> = await Self.value { mock.load(1, completion: $0) }
    #expect(try first.get() == Invoice(id: 1, cents: 2))
    #expect(stage.runtime.clock.elapsed == .milliseconds(100))
    let second: Result<Invoice, any Error> = await Self.value { mock.load(1, completion: $0) }
    #expect(throws: MockServiceError(code: "offline", message: "offline")) { try second.get() }
    #expect(stage.arguments(of: "CallbackService.load") == ["id": 1])
    let typed: Result<Invoice, any Error> = await Self.value { mock.typed(then: $0) }
    #expect(try typed.get().id == 9)
  }

  @Test("A handler for a value and an error gets one of them")
  func pairs() async throws {
    let mock = MockCallbackService(try Self.stage().runtime)
    let ids: [Int?] = await [
      Self.value { done in mock.fetch { value, _ in done(value?.id) } },
      Self.value { done in mock.fetch { value, error in done(error == nil ? 0 : value?.id) } },
    ]
    #expect(ids == [3, nil])
    let granted: [Bool] = await [
      Self.value { done in mock.ask(options: 1) { granted, error in done(granted && error == nil) }
      },
      Self.value { done in mock.ask(options: 1) { granted, error in done(!granted && error != nil) }
      },
    ]
    #expect(granted == [true, true])
    let failures: [VaultError?] = await [
      Self.value { done in mock.delete(1) { done($0) } },
      Self.value { done in mock.delete(1) { done($0) } },
    ]
    #expect(failures == [nil, .locked])
    let typed: Result<Int, VaultError> = await Self.value { mock.failing($0) }
    #expect(typed == .failure(.empty))
  }

  @Test(
    "A handler of a main-actor method is called on the main actor, after the method has returned")
  @MainActor
  func mainActor() async throws {
    let mock = MockCallbackService(try Self.stage().runtime)
    var order: [String] = []
    await withCheckedContinuation { continuation in
      mock.finish {
        MainActor.assumeIsolated {
          order.append("handler")
          continuation.resume()
        }
      }
      order.append("returned")
    }
    #expect(order == ["returned", "handler"])
  }

  @Test("A handler is called exactly once, even if nothing waits for it")
  func once() async throws {
    let stage = try Self.stage()
    let mock = MockCallbackService(stage.runtime)
    let count = Locked(0)
    mock.delete(1, completion: nil)
    await withCheckedContinuation { continuation in
      for _ in 0..<100 {
        mock.finish {
          let isLast = count.withLock { count in
            count += 1
            return count == 100
          }
          if isLast { continuation.resume() }
        }
      }
    }
    try stage.runtime.log.verify("CallbackService.finish", called: 100)
    #expect(count.withLock { $0 } == 100)
    #expect(stage.state("deleted") == 1)
  }

  @Test("A stub receives the handler and calls it")
  func stubbed() async throws {
    let mock = MockCallbackService(try Self.stage().runtime)
    mock.on.load(7) { id, completion in completion(.success(Invoice(id: id))) }
    let result: Result<Invoice, any Error> = await Self.value { mock.load(7, completion: $0) }
    #expect(try result.get().id == 7)
  }
}
