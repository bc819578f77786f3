internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Receives the values that the function of a stream sends with `emit`.
final class EmitSink: Sendable {
  /// The sink of the function that runs in the current task, if it produces a stream.
  @TaskLocal static var current: EmitSink?

  /// Sends a value, or returns false if nothing reads the stream anymore.
  private let take: @Sendable (AnyCodableValue) -> Bool
  private let clock: MockClock
  private let interval: Duration
  /// The form of the values in a route's response; nil if the method isn't a route.
  private let route: RoutedStream?
  private let count = AtomicNumber()
  /// The total size of all values in bytes.
  ///
  /// The values stay in memory until they have been read and the call has been recorded.
  private let byteSize = AtomicNumber()

  init(
    clock: MockClock, interval: Duration = .zero, route: RoutedStream?,
    take: @escaping @Sendable (AnyCodableValue) -> Bool
  ) {
    (self.clock, self.interval, self.route, self.take) = (clock, interval, route, take)
  }

  /// Sends the status and headers, if the script declares any.
  func begin() { if let route, route.hasHead { _ = take(route.opening) } }

  /// Counts a value that is about to be sent, and returns the total size of all values in bytes.
  func addBytes(_ value: AnyCodableValue) -> Int {
    let more = value.byteSize + MemoryLayout<AnyCodableValue>.stride
    return byteSize.add(more)
  }

  /// Throws `CancellationError` if nothing reads the stream anymore.
  func sendNow(_ value: AnyCodableValue) throws {
    count.add(1)
    if !take(route?.value(value) ?? value) { throw CancellationError() }
  }

  /// Sends what comes after the last value.
  ///
  /// - Parameter error: The error that ends the stream early.
  /// - Returns: Whether the error has been sent, too.
  func end(_ error: MockErrorPayload? = nil) -> Bool {
    guard let route else { return false }
    let isEmpty = count.value == 0 && error == nil && !route.hasHead
    let ends = isEmpty ? route.all([], nil, staysOpen: false) : route.end(error)
    for end in ends where !take(end) { return true }
    return !ends.isEmpty
  }

  /// Waits for the interval before every value except the first.
  ///
  /// - Throws: `CancellationError` if nothing reads the stream anymore.
  nonisolated(nonsending) func send(_ value: AnyCodableValue) async throws {
    try await pause()
    try sendNow(value)
    try Task.checkCancellation()
  }

  /// Waits for the interval before another value, or before an error at the end.
  ///
  /// If no value was sent yet, it doesn't wait.
  ///
  /// - Throws: `CancellationError` if nothing reads the stream anymore.
  nonisolated(nonsending) func pause() async throws {
    guard interval > .zero, count.value > 0 else { return }
    try await clock.sleep(for: interval)
  }
}
