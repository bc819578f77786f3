// Publishers come from Apple's Combine, or from the replacement that `scripts/check-apple` uses for the tests.
#if canImport(Combine)
  @preconcurrency import Combine
  import Foundation
  import MockLua
  import MockServices
  import Testing

  @Mocked
  protocol TickerService: Sendable {
    func prices(of symbol: String) -> AnyPublisher<Int, any Error>
    func names() -> AnyPublisher<String, Never>
  }

  @Suite("Requirements that return a publisher")
  struct PublisherTests {
    @Test("A publisher sends the values of a stream, then its error or completion")
    @MainActor func scripted() async throws {
      let runtime = try ScenarioRuntime(
        source: """
          service "TickerService" {
            prices = stream { 1, 2 } :every(100) :fails "closed",
            names = stream { "a", "b" },
          }
          """, name: "ticker.lua", clock: .virtual())
      let service = MockTickerService(runtime)
      var prices: [Int] = []
      await #expect(throws: MockServiceError.self) {
        for try await price in Self.values(service.prices(of: "X")) { prices.append(price) }
      }
      #expect(prices == [1, 2])
      #expect(runtime.clock.elapsed == .milliseconds(200))
      var names: [String] = []
      for try await name in Self.values(service.names()) { names.append(name) }
      #expect(names == ["a", "b"])
      try runtime.log.verify("TickerService.prices", arguments: MatchPattern(["of": "X"]))
    }

    @Test("A loop gets every value, on and off the main actor")
    func loop() async throws {
      let source = #"service "TickerService" { names = stream { "a", "b", "c", "d" } }"#
      let runtime = try ScenarioRuntime(source: source, name: "ticker.lua", clock: .virtual())
      let onMain = await Task { @MainActor in
        await Self.names(MockTickerService(runtime).names())
      }.value
      #expect(onMain == ["a", "b", "c", "d"])
      let offMain = await Task.detached {
        await Self.names(MockTickerService(runtime).names())
      }.value
      #expect(offMain == ["a", "b", "c", "d"])
    }

    private static func names(_ publisher: AnyPublisher<String, Never>) async -> [String] {
      var names: [String] = []
      for await name in publisher.values { names.append(name) }
      return names
    }

    @Test("A subscriber gets only as many values as it demands, and the completion without demand")
    func demand() async throws {
      let source = #"service "TickerService" { names = stream { "a", "b", "c" } }"#
      let runtime = try ScenarioRuntime(source: source, name: "ticker.lua", clock: .virtual())
      let (events, continuation) = AsyncStream<String>.makeStream()
      let subscriber = ReluctantSubscriber(continuation)
      MockTickerService(runtime).names().subscribe(subscriber)
      #expect(subscriber.demand(1))
      var seen: [String] = []
      for await event in events {
        seen.append(event)
        // The last value arrives without any demand left.
        if event == "a" { #expect(subscriber.demand(2)) }
      }
      #expect(seen == ["a", "b", "c", "finished"])
    }

    /// Forwards its input, and marks values that it didn't demand.
    ///
    /// `@unchecked Sendable`: the lock guards the mutable state.
    private final class ReluctantSubscriber: Subscriber, @unchecked Sendable {
      private let lock = NSLock()
      private let events: AsyncStream<String>.Continuation
      private var subscription: (any Subscription)?
      private var demanded = 0

      init(_ events: AsyncStream<String>.Continuation) { self.events = events }

      /// Demands values.
      ///
      /// Returns false without a subscription.
      func demand(_ count: Int) -> Bool {
        let subscription = lock.withLock {
          demanded += count
          return self.subscription
        }
        subscription?.request(.max(count))
        return subscription != nil
      }

      func receive(subscription: any Subscription) {
        lock.withLock { self.subscription = subscription }
      }

      func receive(_ input: String) -> Subscribers.Demand {
        let isWanted = lock.withLock {
          demanded -= 1
          return demanded >= 0
        }
        events.yield(isWanted ? input : "\(input), which was not demanded")
        return .none
      }

      func receive(completion: Subscribers.Completion<Never>) {
        events.yield("finished")
        events.finish()
      }
    }

    /// Returns the values of a publisher, and its error.
    @MainActor private static func values<Output: Sendable, Failure: Error>(
      _ publisher: AnyPublisher<Output, Failure>
    ) -> AsyncThrowingStream<Output, any Error> {
      let (stream, continuation) = AsyncThrowingStream<Output, any Error>.makeStream()
      let cancellable = publisher.sink { completion in
        if case .failure(let error) = completion {
          continuation.finish(throwing: error)
        } else {
          continuation.finish()
        }
      } receiveValue: {
        continuation.yield($0)
      }
      continuation.onTermination = { _ in cancellable.cancel() }
      return stream
    }
  }
#endif
