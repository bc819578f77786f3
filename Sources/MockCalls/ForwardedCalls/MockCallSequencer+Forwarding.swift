package import MockConfiguration
package import MockData
internal import MockPlatform

/// The counterpart of ``ForwardedCalls``: responds to the calls of an app in another process.
extension MockCallSequencer {
  /// Creates a sequencer that forwards its calls to another process.
  ///
  /// - Parameters:
  ///   - service: The name of the service.
  ///   - entry: The bindings and the initial state, which a mock reads without making a call.
  ///   - sharedState: This process's copy of the other process's state.
  ///   - context: The context of calls to methods that were replaced in this process.
  ///   - forwarder: The object that forwards the calls.
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
    /// The call has to wait.
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

  /// Completes an app's call.
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
  ///
  /// - Parameters:
  ///   - suspended: The call.
  ///   - findNext: Finds the sequencer that currently responds to the service's calls.
  /// - Returns: The response.
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

  /// Begins an app's call that returns a sequence of values.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - beginsAtOnce: Whether a call that doesn't have to wait ends on the caller's thread before this method returns.
  ///   - receive: Receives each value.
  ///   - finish: Called at the end of the stream, with an error or `nil`.
  /// - Returns: A closure that cancels the call.
  package nonisolated func stream(
    _ call: Call, beginsAtOnce: Bool = false,
    receive: @escaping @Sendable (AnyCodableValue, CallResponse) -> Void,
    finish: @escaping @Sendable (CallResponse?) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = StreamCancellation()
    var sink = StreamSink(
      receive: receive, finish: { finish($0.map { CallResponse(failing: $0) }) },
      onCancel: { cancellation.set($0) })
    sink.beginsAtOnce = beginsAtOnce
    calls.stream(call, into: sink)
    return { cancellation.cancel() }
  }

  /// Returns the configured response of a call.
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
    answer = read.forwarded(from: method)
  }

  func answer(failing error: any Error) -> CallResponse {
    answer.with(CallResponse(failing: error).content)
  }
}

extension CallResponse {
  /// Returns the response, together with facts about the method that the other process doesn't know.
  func forwarded(from method: MethodIdentity) -> CallResponse {
    var answer = self
    if case .live = content { answer.content = .values([], end: nil, interval: .zero) }
    answer.place = method.place(of: index)
    answer.checksIgnoredKeys = method.watchesKeys(of: index)
    answer.fields = method.fields(of: index)?.notes
    return answer
  }
}

extension StreamSink {
  /// Creates a sink that passes values to another process unchanged.
  init(
    receive: @escaping @Sendable (AnyCodableValue, CallResponse) -> Void,
    finish: @escaping @Sendable ((any Error)?) -> Void,
    onCancel: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.init(
      decode: { value, answer, method, _ in
        let answer = answer.with(.value(value)).forwarded(from: method)
        return { receive(value, answer) }
      }, finish: finish, onCancel: onCancel)
  }
}
