// Publishers are Apple's, and the stand-in's that `scripts/check-apple` runs the tests with.
#if canImport(Combine)
  @preconcurrency import Combine
  import MockLua
  import MockServices
  import Testing

  @Mocked
  protocol TickerService: Sendable {
    func prices(of symbol: String) -> AnyPublisher<Int, any Error>
    func names() -> AnyPublisher<String, Never>
  }

  @Suite("A requirement that gives a publisher")
  struct PublisherTests {
    @Test("It publishes the values of a stream, and its error or end")
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

    /// What a publisher gives, its error included.
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
