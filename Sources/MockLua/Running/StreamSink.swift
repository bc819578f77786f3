internal import MockServices
internal import Synchronization

/// Where a stream function's `emit` goes.
final class StreamSink: Sendable {
  /// The sink of the stream function that runs on the current task.
  @TaskLocal static var current: StreamSink?

  private let continuation: AsyncThrowingStream<AnyCodableValue, any Error>.Continuation
  private let clock: MockClock
  private let interval: Duration
  private let count = Atomic<Int>(0)

  init(
    _ continuation: AsyncThrowingStream<AnyCodableValue, any Error>.Continuation,
    clock: MockClock, interval: Duration
  ) {
    self.continuation = continuation
    self.clock = clock
    self.interval = interval
  }

  /// Sends a value; every one but the first waits for the interval.
  ///
  /// - Throws: `CancellationError` when nobody takes the values any more.
  func send(_ value: AnyCodableValue) async throws {
    let isFirst = count.wrappingAdd(1, ordering: .relaxed).oldValue == 0
    if !isFirst, interval > .zero { try await clock.sleep(for: interval) }
    if case .terminated = continuation.yield(value) { throw CancellationError() }
    try Task.checkCancellation()
  }
}
