internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Where a stream function's `emit` goes.
final class EmitSink: Sendable {
  /// The sink of the stream function that runs on the current task.
  @TaskLocal static var current: EmitSink?

  /// Takes a value; false where nobody takes the values any more.
  private let take: @Sendable (AnyCodableValue) -> Bool
  private let clock: MockClock
  private let interval: Duration
  /// How each value becomes an event of a route's answer; nil where it is no route's.
  private let form: RoutedForm?
  private let count = AtomicNumber()
  /// Bytes of all values: those that nobody has taken yet are kept, and the others are until the call is recorded.
  private let byteSize = AtomicNumber()

  init(
    _ continuation: AsyncThrowingStream<AnyCodableValue, any Error>.Continuation,
    clock: MockClock, interval: Duration, form: RoutedForm?
  ) {
    take = { value in
      if case .terminated = continuation.yield(value) { false } else { true }
    }
    self.clock = clock
    self.interval = interval
    self.form = form
  }

  /// A sink of a function that cannot wait: the values come one behind the other at once.
  init(
    collectingInto values: Locked<[AnyCodableValue]>, clock: MockClock, form: RoutedForm?
  ) {
    take = { value in
      values.withLock { $0.append(value) }
      return true
    }
    self.clock = clock
    interval = .zero
    self.form = form
  }

  /// Counts a value that is about to be sent, and gives the bytes of all values with it.
  func addBytes(_ value: AnyCodableValue) -> Int {
    let more = value.byteSize + MemoryLayout<AnyCodableValue>.stride
    return byteSize.add(more)
  }

  /// Sends a value at once.
  ///
  /// - Throws: `CancellationError` when nobody takes the values any more.
  func sendNow(_ value: AnyCodableValue) throws {
    count.add(1)
    let sent = form.map { RoutedValue(.event($0.event(value))).value } ?? value
    if !take(sent) { throw CancellationError() }
  }

  /// Sends what comes behind the last value.
  ///
  /// - Parameter error: What ends the stream early.
  /// - Returns: Whether that said what the error says.
  func end(_ error: MockErrorPayload? = nil) -> Bool {
    let ends = form?.end(error) ?? []
    for end in ends where !take(RoutedValue(.event(end)).value) { return true }
    return !ends.isEmpty
  }

  /// Sends a value; every one but the first waits for the interval.
  ///
  /// - Throws: `CancellationError` when nobody takes the values any more.
  nonisolated(nonsending) func send(_ value: AnyCodableValue) async throws {
    try await pause()
    try sendNow(value)
    try Task.checkCancellation()
  }

  /// Waits for the interval where there has been a value, as the next one and a closing error do.
  ///
  /// - Throws: `CancellationError` when nobody takes the values any more.
  nonisolated(nonsending) func pause() async throws {
    guard interval > .zero, count.value > 0 else { return }
    try await clock.sleep(for: interval)
  }
}
