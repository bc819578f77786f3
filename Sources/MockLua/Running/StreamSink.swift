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
    try await pause()
    count.add(1, ordering: .relaxed)
    if case .terminated = continuation.yield(value) { throw CancellationError() }
    try Task.checkCancellation()
  }

  /// Waits for the interval where there has been a value, as the next one and a closing error do.
  ///
  /// - Throws: `CancellationError` when nobody takes the values any more.
  func pause() async throws {
    guard interval > .zero, count.load(ordering: .relaxed) > 0 else { return }
    try await clock.sleep(for: interval)
  }
}
