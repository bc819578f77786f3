package import MockConfiguration
package import MockData

/// The other side of ``ForwardedCalls``: calls that an app in another process has made.
extension MockCallSequencer {
  /// Creates a sequencer whose calls another process answers.
  ///
  /// - Parameters:
  ///   - service: The name of the service.
  ///   - entry: What mocks read without a call: bindings and initial state.
  ///   - sharedState: A copy of the other process's state.
  ///   - context: What answers calls that are replaced in this process.
  ///   - forwarder: What hands the calls over.
  package init(
    forwarding service: String, entry: MockServiceEntry, sharedState: MockSharedState,
    context: MockCallContext, to forwarder: any CallForwarding
  ) {
    let calls = ForwardedCalls(
      service: service, sharedState: sharedState, context: context, forwarder: forwarder)
    self.init(
      service: service, entry: entry, sharedState: sharedState, context: context, calls: calls)
  }

  /// How far a call of an app has come when it has begun.
  package enum ForwardedStart {
    case answered(Answer)
    /// It has to be waited for.
    case suspended(SuspendedCall)
  }

  /// A call of an app that has begun and waits.
  package struct SuspendedCall: Sendable {
    fileprivate let running: RunningCall?
    fileprivate let call: Call
    fileprivate let wanted: Wanted
  }

  /// Begins a call of an app, and ends it where it need not wait.
  package nonisolated func begin(_ call: Call, _ wanted: Wanted) -> ForwardedStart {
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

  /// Brings a call of an app to its end.
  package nonisolated(nonsending) func resume(_ suspended: SuspendedCall) async -> Answer {
    let reading = ForwardedReading()
    do {
      try await calls.resume(
        suspended.running, suspended.call, suspended.wanted, reading.read)
      return reading.answer
    } catch {
      return reading.answer(failing: error)
    }
  }

  /// Brings a call to its end, by the next scenario where this one has ended, and the app cannot be told.
  ///
  /// - Parameters:
  ///   - suspended: The call.
  ///   - findNext: Finds who answers calls of the service by now.
  /// - Returns: The answer.
  package nonisolated(nonsending) func resume(
    _ suspended: SuspendedCall, orBy findNext: @Sendable () -> MockCallSequencer
  ) async -> Answer {
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

  /// Begins a call of an app whose values come one after the other.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - beginsAtOnce: Whether a call that need not wait ends on the caller's thread before this returns.
  ///   - receive: Takes the values.
  ///   - finish: Hears of the end, with an error or without.
  /// - Returns: What cancels the call.
  package nonisolated func stream(
    _ call: Call, beginsAtOnce: Bool = false,
    receive: @escaping @Sendable (AnyCodableValue, Answer) -> Void,
    finish: @escaping @Sendable (Answer?) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = StreamCancellation()
    var sink = StreamSink(
      receive: receive, finish: { finish($0.map { Answer(failing: $0) }) },
      onCancel: { cancellation.set($0) })
    sink.beginsAtOnce = beginsAtOnce
    calls.stream(call, into: sink)
    return { cancellation.cancel() }
  }

  /// The response of a call as it is configured.
  package nonisolated func configuredResponse(_ call: Call) -> Answer {
    do {
      let response = try calls.nextResponse(call)
      return Answer(.value(try AnyCodableValueEncoder().encode(response)))
    } catch {
      return Answer(failing: error)
    }
  }
}

/// Takes the answer of a call for an app.
///
/// `@unchecked Sendable`: one call has it, which reads and then asks, one after the other.
private final class ForwardedReading: @unchecked Sendable {
  var answer = Answer(.value(nil))

  func read(_ read: Answer, of method: MethodIdentity) {
    answer = read.forwarded(from: method)
  }

  func answer(failing error: any Error) -> Answer {
    answer.with(Answer(failing: error).content)
  }
}

extension Answer {
  /// The answer with what another process cannot ask of the method.
  func forwarded(from method: MethodIdentity) -> Answer {
    var answer = self
    if case .live = content { answer.content = .values([], end: nil, interval: .zero) }
    answer.place = method.place(of: index)
    answer.isWatched = method.watchesKeys(of: index)
    answer.fields = method.fields(of: index)?.notes
    return answer
  }
}
