package import MockConfiguration
internal import MockData
internal import MockPlatform

/// The counterpart of ``ForwardedCalls``: responds to the calls of an app in another process.
extension MockCallSequencer {
  /// Creates a sequencer that forwards its calls to another process.
  ///
  /// `entry` contains the bindings and the initial state, which a mock reads without making a call. `sharedState` is
  /// this process's copy of the other process's state. Calls to methods that were replaced in this process use
  /// `context`.
  package init(
    forwarding service: String, entry: MockServiceEntry, sharedState: MockSharedState,
    context: MockCallContext, to forwarder: any CallForwarding
  ) {
    let calls = ForwardedCalls(
      service: service, sharedState: sharedState, context: context, forwarder: forwarder)
    self.init(
      service: service, entry: entry, sharedState: sharedState, context: context, calls: calls)
  }

  /// The state of an app's call that has begun.
  package enum ForwardedStart {
    case answered(CallResponse)
    case suspended(SuspendedCall)
  }

  /// An app's call that has begun and has to wait.
  package struct SuspendedCall: Sendable {
    fileprivate let running: RunningCall?
    fileprivate let call: Call
    fileprivate let wanted: ResponseRequest
  }

  /// Begins an app's call, and ends it if it doesn't have to wait.
  package nonisolated func begin(_ call: Call, _ wanted: ResponseRequest) -> ForwardedStart {
    let reading = ForwardedReading()
    do {
      guard wanted.waits else {
        try calls.answerNow(call, wanted, reading.read)
        return .answered(reading.answer)
      }
      switch try calls.begin(call, wanted, reading.read) {
      case .ended: return .answered(reading.answer)
      case .suspended(let running):
        return .suspended(SuspendedCall(running: running, call: call, wanted: wanted))
      }
    } catch {
      return .answered(reading.answer(failing: error))
    }
  }

  package nonisolated(nonsending) func resume(_ suspended: SuspendedCall) async -> CallResponse {
    let reading = ForwardedReading()
    do {
      try await calls.resume(
        suspended.running, suspended.call, suspended.wanted, reading.read)
      return reading.answer
    } catch {
      return reading.answer(failing: error)
    }
  }

  /// Completes an app's call.
  ///
  /// If the scenario of the call has ended, and the app can't receive a cancellation, the next scenario responds.
  /// `findNext` finds the sequencer that currently responds to the service's calls.
  package nonisolated(nonsending) func resume(
    _ suspended: SuspendedCall, orBy findNext: @Sendable () -> MockCallSequencer
  ) async -> CallResponse {
    let answer = await resume(suspended)
    let (call, wanted) = (suspended.call, suspended.wanted)
    guard case .cancelled = answer.content, !wanted.isCancellable, call.chosen == nil else {
      return answer
    }
    let next = findNext()
    guard next !== self else { return answer }
    switch next.begin(call, wanted) {
    case .answered(let answer): return answer
    case .suspended(let suspended): return await next.resume(suspended, orBy: findNext)
    }
  }

  package nonisolated func configuredResponse(_ call: Call) -> CallResponse {
    do {
      let response = try calls.nextResponse(call)
      return CallResponse(.value(try AnyCodableValueEncoder().encode(response)))
    } catch {
      return CallResponse(failing: error)
    }
  }
}

/// Receives the response of a call for an app.
///
/// `@unchecked Sendable`: It belongs to a single call, which stores the response before reading it.
private final class ForwardedReading: @unchecked Sendable {
  var answer = CallResponse(.value(nil))

  func read(_ read: CallResponse, of method: MethodIdentity) {
    answer = read.describing(method)
  }

  func answer(failing error: any Error) -> CallResponse {
    answer.with(CallResponse(failing: error).content)
  }
}
