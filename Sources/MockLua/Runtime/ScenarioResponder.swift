internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Connects the sequencers with the runtime.
///
/// It references the runtime weakly, so there is no reference cycle.
///
/// `@unchecked Sendable`: `runtime` is written once, before the runtime and its sequencers are shared.
final class ScenarioResponder: MockResponder, @unchecked Sendable {
  private weak var runtime: ScenarioRuntime?
  /// Greater than 0 after another scenario has taken over.
  ///
  /// Calls to sequencers that are still in use are then canceled.
  private let isOver = AtomicNumber()

  func attach(_ runtime: ScenarioRuntime) { self.runtime = runtime }

  func end() { isOver.value = 1 }

  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer {
    try await alive(call.callback).answer(call)
  }

  func answerNow(_ call: MockCall) throws -> MockAnswer {
    try alive(call.callback).answerNow(call)
  }

  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool {
    try alive(predicate).accepts(predicate: predicate, arguments: arguments)
  }

  private func alive(_ name: String) throws -> ScenarioRuntime {
    guard let runtime else {
      if isOver.value > 0 { throw CancellationError() }
      throw MockServiceError(
        problem: .noResponder,
        "the ScenarioRuntime of `\(name.escaped)` no longer exists; keep it alive as long as its sequencers",
        at: nil)
    }
    return runtime
  }
}

extension ScenarioResponder: CallChecking {
  func failures(
    of service: String, _ method: String, _ arguments: () -> AnyCodableValue
  ) -> [MockFailure] {
    runtime?.failures(of: service, method, arguments) ?? []
  }
}

extension ScenarioResponder: ScriptedPredicates {
  var predicateLock: RankedLock? { runtime?.predicateLock }

  func decidingTogether<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let runtime else { return try body() }
    return try runtime.decidingTogether(body)
  }
}

/// Receives the values that the function of a stream sends with `emit`.
final class EmitSink: Sendable {
  /// The sink of the function that runs in the current task, if it produces a stream.
  @TaskLocal static var current: EmitSink?

  /// Sends a value, or returns false if nothing reads the stream anymore.
  private let take: @Sendable (AnyCodableValue) -> Bool
  private let clock: MockClock
  private let interval: Duration
  /// The form in which values become events of a route's response; nil if the method isn't a route.
  private let form: RoutedForm?
  private let count = AtomicNumber()
  /// The total size of all values in bytes.
  ///
  /// The values stay in memory until they have been read and the call has been recorded.
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

  /// Creates a sink that immediately collects all values, for a function that can't wait.
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

  /// Counts a value that is about to be sent, and returns the total size of all values in bytes.
  func addBytes(_ value: AnyCodableValue) -> Int {
    let more = value.byteSize + MemoryLayout<AnyCodableValue>.stride
    return byteSize.add(more)
  }

  /// Sends a value immediately.
  ///
  /// - Throws: `CancellationError` if nothing reads the stream anymore.
  func sendNow(_ value: AnyCodableValue) throws {
    count.add(1)
    let sent = form.map { RoutedValue($0.content(value)).value } ?? value
    if !take(sent) { throw CancellationError() }
  }

  /// Sends the events that come after the last value.
  ///
  /// - Parameter error: The error that ends the stream early.
  /// - Returns: Whether the events already include the error.
  func end(_ error: MockErrorPayload? = nil) -> Bool {
    let ends = form?.end(error) ?? []
    for end in ends where !take(RoutedValue(.event(end)).value) { return true }
    return !ends.isEmpty
  }

  /// Sends a value.
  ///
  /// Before every value except the first, it waits for the interval.
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
