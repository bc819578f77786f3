internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Support for functions of the script that produce streams.
extension ScenarioRuntime {
  /// Starts a function that produces a stream.
  ///
  /// The function is stopped when nothing reads the stream anymore.
  nonisolated func stream(
    _ function: DynamicAnswer, _ script: LiveScript, _ call: MockCall, _ chain: CallChain,
    intervalMs: Int? = nil
  ) -> AsyncThrowingStream<AnyCodableValue, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: AnyCodableValue.self)
    let interval = intervalMs.map { Duration.milliseconds($0) } ?? interval(of: call)
    let sink = EmitSink(
      clock: clock, interval: interval, form: form(of: call.service, call.method)
    ) { value in
      if case .terminated = continuation.yield(value) { false } else { true }
    }
    let task = Task {
      do {
        try await CallChain.$current.withValue(chain) {
          try await EmitSink.$current.withValue(sink) { try await send(function, script, call) }
        }
        _ = sink.end()
        continuation.finish()
      } catch {
        if !(error is CancellationError) { try? await sink.pause() }
        let isReported = MockErrorPayload(answeredBy: error).map(sink.end) ?? false
        continuation.finish(throwing: isReported ? nil : error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private nonisolated func interval(of call: MockCall) -> Duration {
    let responses = configuration.services[call.service]?.methods[call.method]?.responses
    let response = responses?.first { $0.callback == call.callback }
    return .milliseconds(response?.intervalMs ?? 0)
  }

  private nonisolated func send(
    _ function: DynamicAnswer, _ script: LiveScript, _ call: MockCall
  ) async throws {
    do throws(LuaError) {
      try await script.lua.callAsync(
        script.answer, meter: CallChain.current.meter, owner: script.lock
      ) { writer in
        call.write(function.function, isStream: true, to: writer)
      } reading: { _ in
      }
    } catch {
      guard script.isCurrent else { throw CancellationError() }
      throw await script.withLua(script.lock) {
        ScriptFailure.error(for: error, in: script.lua, of: function.place)
      }
    }
  }

  /// Runs a function that produces a stream, and returns its values as a static stream.
  ///
  /// The function runs to completion without waiting.
  nonisolated func valuesNow(
    _ function: DynamicAnswer, _ script: LiveScript, _ call: MockCall
  ) throws -> MockAnswer {
    let values = Locked<[AnyCodableValue]>([])
    let sink = EmitSink(clock: clock, form: form(of: call.service, call.method)) { value in
      values.withLock { $0.append(value) }
      return true
    }
    let result: Result<Void, LuaError> = EmitSink.$current.withValue(sink) {
      do throws(LuaError) {
        try script.lua.callNow(
          script.answer, meter: CallChain.current.meter, owner: script.lock
        ) { writer in
          call.write(function.function, isStream: true, to: writer)
        } reading: { _ in
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    var failure: MockServiceError?
    if case .failure(let error) = result {
      guard script.isCurrent else { throw CancellationError() }
      let raised = script.lock.withLock {
        ScriptFailure.error(for: error, in: script.lua, of: function.place)
      }
      guard let error = raised as? MockServiceError else { throw raised }
      failure = error
    }
    guard script.isCurrent else { throw CancellationError() }
    var error = failure.map {
      MockErrorPayload(code: $0.code, message: $0.message, details: $0.details)
    }
    let isReported =
      failure.map { MockErrorPayload(answeredBy: $0).map(sink.end) ?? false } ?? sink.end()
    if isReported { error = nil }
    return .response(
      MockResponse(result: .stream, error: error, values: values.withLock { $0 }))
  }
}

extension MockErrorPayload {
  /// Creates the error that a function has returned, or returns nil for an error of the mock itself.
  fileprivate init?(answeredBy error: any Error) {
    guard let error = error as? MockServiceError, error.problem == nil else { return nil }
    self.init(code: error.code, message: error.message, details: error.details)
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
    clock: MockClock, interval: Duration = .zero, form: RoutedForm?,
    take: @escaping @Sendable (AnyCodableValue) -> Bool
  ) {
    (self.clock, self.interval, self.form, self.take) = (clock, interval, form, take)
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
