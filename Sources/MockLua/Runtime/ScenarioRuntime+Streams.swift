internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Support for functions of the script that produce streams.
extension ScenarioRuntime {
  /// The function is stopped when nothing reads the stream anymore.
  nonisolated func stream(
    _ function: DynamicAnswer, _ script: LiveScript, _ call: MockCall, _ chain: CallChain,
    in route: RoutedStream? = nil, intervalMs: Int? = nil
  ) -> AsyncThrowingStream<AnyCodableValue, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: AnyCodableValue.self)
    let interval = intervalMs.map { Duration.milliseconds($0) } ?? interval(of: call)
    let sink = EmitSink(
      clock: clock, interval: interval, route: route ?? self.route(of: call)
    ) { value in
      if case .terminated = continuation.yield(value) { false } else { true }
    }
    sink.begin()
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

  /// Returns the form of the values in a stream without its own headers, or nil if the method isn't a route.
  private nonisolated func route(of call: MockCall) -> RoutedStream? {
    form(of: call.service, call.method).map { RoutedStream($0) }
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
    _ function: DynamicAnswer, _ script: LiveScript, _ call: MockCall,
    in route: RoutedStream? = nil
  ) throws -> MockAnswer {
    let values = Locked<[AnyCodableValue]>([])
    let sink = EmitSink(clock: clock, route: route ?? self.route(of: call)) { value in
      values.withLock { $0.append(value) }
      return true
    }
    sink.begin()
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
