internal import LuaRuntime
public import MockServices

extension ScenarioRuntime: MockResponder {
  /// Runs the function of a callback.
  ///
  /// - Throws: The error that the function answers with; `MockServiceError` with the code
  ///   `scriptError` for a mistake of the script, and `circularCall` for services that call each
  ///   other without end; `CancellationError` where the task was cancelled or the runtime was reset.
  public func answer(_ call: MockCall) async throws -> MockAnswer {
    // Its response was chosen in another run of the script.
    if call.origin.log == ObjectIdentifier(log), call.origin.epoch < firstEpoch {
      throw CancellationError()
    }
    let chain = try CallChain.extended(by: "\(call.service).\(call.method)")
    if let replacement = replacements[call.callback] {
      return try await CallChain.$current.withValue(chain) { try await replacement(call) }
    }
    guard let function = script.functions[call.callback] else {
      throw MockServiceError(
        problem: .noResponder,
        "the script has no function `\(call.callback)`; "
          + (NearestName.hint(for: call.callback, among: script.functions.keys)
            ?? "it declares no functions"),
        at: nil)
    }
    if function.isStream { return .stream(stream(function, call, chain)) }
    return try await CallChain.$current.withValue(chain) {
      try await run(function, call)
    }
  }

  /// Decides a `$where` pattern in the turn in which a response is chosen.
  ///
  /// - Throws: `MockServiceError` with the code `scriptError`.
  public nonisolated func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool {
    try assumeIsolated { try $0.decide(predicate, arguments) }
  }

  private func decide(_ predicate: String, _ arguments: AnyCodableValue) throws -> Bool {
    guard let function = script.functions[predicate] else {
      throw MockServiceError(
        problem: .noResponder, "the script has no function `\(predicate)`", at: nil)
    }
    do throws(LuaError) {
      return try script.lua.call(script.accepts) { writer in
        writer.write(Int64(function.function))
        arguments.writeWithoutNulls(to: writer)
        return 2
      } reading: { results in
        results.elements.first { _ in true }?.bool ?? false
      }
    } catch {
      throw ScriptFailure.error(for: error, in: script.lua, of: function.place)
    }
  }

  /// Runs a function on a coroutine and reads its answer.
  private func run(_ function: DynamicAnswer, _ call: MockCall) async throws -> MockAnswer {
    let script = script
    let answer: ScriptAnswer
    do throws(LuaError) {
      answer = try await script.lua.callAsync(script.answer) { writer in
        call.write(function.function, isStream: false, to: writer)
      } reading: { results in
        try ScriptAnswer(results, lua: script.lua)
      }
    } catch {
      guard script.isCurrent else { throw CancellationError() }
      if let response = ScriptFailure.response(for: error, in: script.lua) {
        try checkUpdates(of: response, at: error.place ?? function.place)
        return .response(response)
      }
      throw ScriptFailure.error(for: error, in: script.lua, of: function.place)
    }
    guard script.isCurrent else { throw CancellationError() }
    return try finish(answer, of: function, call)
  }

  private func finish(_ answer: ScriptAnswer, of function: DynamicAnswer, _ call: MockCall) throws
    -> MockAnswer
  {
    switch answer {
    case .response(let response, let place):
      try checkUpdates(of: response, at: place ?? function.place)
      return .response(response)
    case .stream(let number, let intervalMs):
      var streaming = function
      streaming.function = number
      return .stream(stream(streaming, call, CallChain.current, intervalMs: intervalMs))
    }
  }

  /// Updates of a returned response name declared keys, as those of declared ones do.
  private func checkUpdates(of response: MockResponse, at place: LuaPlace) throws {
    let unknown = (response.updateSharedState ?? [:]).keys.filter { sharedState[$0] == nil }
    guard let key = unknown.min() else { return }
    let hint =
      NearestName.hint(for: key, among: sharedState.keys)
      ?? "declare it with `shared { \(key) = ... }`"
    throw MockServiceError(
      problem: .scriptError, "`:set` names the unknown shared key `\(key)`; \(hint)",
      at: place.description)
  }

  /// Starts a stream function; it ends when nobody takes its values any more.
  private func stream(
    _ function: DynamicAnswer, _ call: MockCall, _ chain: [String], intervalMs: Int? = nil
  ) -> AsyncThrowingStream<AnyCodableValue, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: AnyCodableValue.self)
    let interval = intervalMs.map { Duration.milliseconds($0) } ?? interval(of: call)
    let sink = StreamSink(continuation, clock: clock, interval: interval)
    let task = Task {
      do {
        try await CallChain.$current.withValue(chain) {
          try await StreamSink.$current.withValue(sink) { try await send(function, call) }
        }
        continuation.finish()
      } catch {
        if !(error is CancellationError) { try? await sink.pause() }
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func interval(of call: MockCall) -> Duration {
    let responses = configuration.services[call.service]?.methods[call.method]?.responses
    let response = responses?.first { $0.callback == call.callback }
    return .milliseconds(response?.intervalMs ?? 0)
  }

  private func send(_ function: DynamicAnswer, _ call: MockCall) async throws {
    let script = script
    do throws(LuaError) {
      try await script.lua.callAsync(script.answer) { writer in
        call.write(function.function, isStream: true, to: writer)
      } reading: { _ in
      }
    } catch {
      guard script.isCurrent else { throw CancellationError() }
      throw ScriptFailure.error(for: error, in: script.lua, of: function.place)
    }
  }
}

extension MockCall {
  /// Writes the arguments of `lang.answer`.
  fileprivate func write(_ function: Int, isStream: Bool, to writer: WireWriter) -> Int {
    writer.write(Int64(function))
    arguments.writeWithoutNulls(to: writer)
    let start = writer.openMap()
    writer.writeKey("service")
    writer.write(service)
    writer.writeKey("method")
    writer.write(method)
    writer.writeKey("count")
    writer.write(Int64(count))
    writer.writeKey("step")
    writer.write(Int64(step))
    if let key {
      writer.writeKey("key")
      key.writeWithoutNulls(to: writer)
    }
    writer.close(start, count: key == nil ? 4 : 5)
    writer.write(isStream)
    return 4
  }
}
