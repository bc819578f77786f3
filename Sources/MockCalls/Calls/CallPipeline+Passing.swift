internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Support for calls that a response passes through to the mock's live service.
///
/// Only the mock can call its live service, so it first asks which response was chosen. The call then continues like
/// any other call with a dynamic response, which is the live service's response.
extension CallPipeline {
  func abandon(_ call: Call) {
    guard case .running(let running) = call.chosen else { return }
    end(running, .cancelled)
    clock.end(running.activity)
  }

  func chooseNow(_ call: Call, _ wanted: ResponseRequest) -> CallChoice {
    clock.commitDue()
    return choosing.withLock { choose(call, wanted) }
  }

  nonisolated(nonsending) func chooseFirst(_ call: Call, _ wanted: ResponseRequest) async
    -> CallChoice
  {
    clock.commitDue()
    return await chooseWaiting(call, wanted)
  }
}

extension Call {
  /// Whether the call has begun, and its response passes it through to the live service.
  package var isPassed: Bool {
    switch chosen {
    case .running(let running): running.prepared.response.result == .passthrough
    case .elsewhere(let choice): choice.isPassed
    case .nothing, .refused, .busy, nil: false
    }
  }

  /// Returns whether the mock must call its live service for a call that has begun.
  ///
  /// If `compares` is true, the service is also called if the scenario responds, to compare the two responses.
  func needsLiveService(comparing compares: Bool) -> Bool {
    if isPassed { return true }
    if compares, case .running = chosen { return true }
    return false
  }

  /// If the call is passed through, it gets this response; otherwise, the response is only compared.
  package mutating func setResult(_ answer: LiveServiceResponse) {
    switch chosen {
    case .running(let running) where isPassed: running.live = answer
    case .running(let running): running.compared = answer
    case .elsewhere(var choice) where choice.isPassed:
      choice.live = answer
      chosen = .elsewhere(choice)
    case .elsewhere, .nothing, .refused, .busy, nil: break
    }
  }
}

extension MockCallSequencer {
  /// Returns whether a method may have a response that passes calls to the live service.
  package nonisolated func mayPass(_ method: String) -> Bool { calls.mayPass(method) }

  /// Chooses the response of a call, for an app that may have to call its live service.
  package nonisolated func chosen(_ call: Call, _ wanted: ResponseRequest) -> Call {
    var call = call
    call.chosen = calls.chooseNow(call, wanted)
    return call
  }

  /// Ends a call whose caller gave up while the live service was called.
  package nonisolated func abandon(_ call: Call) { calls.abandon(call) }

  /// Begins a call that returns a sequence of values, and returns the call to continue with.
  ///
  /// If necessary, `ask` calls the live service. If `compares` is true, it is also called if the scenario responds, to
  /// compare the two responses.
  package nonisolated func begun(
    _ call: Call, comparing compares: Bool,
    asking ask: @Sendable () async throws -> LiveServiceResponse
  ) async -> Call {
    var call = call
    call.chosen = await calls.chooseFirst(call, ResponseRequest(.stream, waits: true))
    guard call.needsLiveService(comparing: compares && context.comparison != nil) else {
      return call
    }
    do {
      call.setResult(try await ask())
    } catch {
      call.setResult(LiveServiceResponse(throwing: error))
    }
    return call
  }
}

extension CallResponse {
  /// Returns the response, with the live service's original result if that result has the same data.
  func matched(with live: LiveServiceResponse?) -> CallResponse {
    guard let live, case .response(let response) = live.answer else { return self }
    var answer = self
    switch content {
    case .value(let value)
    where response.result == .success && (value ?? .null) == (response.value ?? .null):
      answer.live = live.result
    case .error(let error) where response.error.map(MockServiceError.init) == error:
      answer.live = live.result
    case .value, .error, .values, .live, .cancelled: break
    }
    return answer
  }
}
