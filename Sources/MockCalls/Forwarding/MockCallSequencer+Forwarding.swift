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
  package enum ForwardedBeginning {
    case answered(ForwardedAnswer)
    /// It has to be waited for.
    case goesOn(ForwardedWaiting)
  }

  /// A call of an app that has begun and waits.
  package struct ForwardedWaiting: Sendable {
    fileprivate let running: RunningCall?
    fileprivate let call: ForwardedCall
    fileprivate let origin: CallOrigin
  }

  /// Begins a call of an app, and ends it where it need not wait.
  package nonisolated func begin(_ call: ForwardedCall, from origin: CallOrigin)
    -> ForwardedBeginning
  {
    let reading = ForwardedReading()
    do {
      guard call.waits else {
        try calls.answerNow(call.request(origin), call.use, reading.read)
        return .answered(reading.answer)
      }
      switch try calls.begin(call.request(origin), call.use, reading.read) {
      case .ended: return .answered(reading.answer)
      case .goesOn(let running):
        return .goesOn(ForwardedWaiting(running: running, call: call, origin: origin))
      }
    } catch {
      return .answered(reading.answer(failing: error))
    }
  }

  /// Goes on with a call of an app to its end.
  package nonisolated(nonsending) func goOn(_ waiting: ForwardedWaiting) async -> ForwardedAnswer {
    let reading = ForwardedReading()
    do {
      _ = try await calls.goOn(
        waiting.running, waiting.call.request(waiting.origin), waiting.call.use, reading.read)
      return reading.answer
    } catch {
      return reading.answer(failing: error)
    }
  }

  /// Begins a call of an app whose values come one after the other.
  ///
  /// - Returns: What cancels the call.
  package nonisolated func stream(
    _ call: ForwardedCall, from origin: CallOrigin,
    receive: @escaping @Sendable (AnyCodableValue, ForwardedAnswer) -> Void,
    finish: @escaping @Sendable (ForwardedAnswer.Content?) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = StreamCancellation()
    calls.stream(
      call.request(origin),
      into: StreamSink(
        receive: receive, finish: { finish($0.map(ForwardedReading.content)) },
        onCancel: { cancellation.set($0) }))
    return { cancellation.cancel() }
  }

  /// The response of a call as it is configured.
  package nonisolated func configuredResponse(
    _ call: ForwardedCall, from origin: CallOrigin
  ) -> ForwardedAnswer {
    do {
      let response = try calls.nextResponse(call.request(origin))
      return ForwardedAnswer(.value(try AnyCodableValueEncoder().encode(response)))
    } catch {
      return ForwardedAnswer(ForwardedReading.content(error))
    }
  }
}

/// Takes the answer of a call for an app.
///
/// `@unchecked Sendable`: one call has it, which reads and then asks, one after the other.
private final class ForwardedReading: @unchecked Sendable {
  var answer = ForwardedAnswer(.value(nil))

  func read(_ reading: AnswerReading) -> DecodedValue? {
    let resolved = reading.answer
    let content: ForwardedAnswer.Content =
      switch resolved.content {
      case .value(let value): .value(value)
      case .error(let error): .error(error)
      case .values(let values, let end, _): .values(values, end: end)
      case .live: .values([], end: nil)
      }
    answer = ForwardedAnswer(
      content, count: reading.count, index: resolved.index,
      place: reading.method.place(of: resolved.index),
      isWatched: reading.method.watchesKeys(of: resolved.index))
    return nil
  }

  func answer(failing error: any Error) -> ForwardedAnswer {
    var answer = answer
    answer.content = Self.content(error)
    return answer
  }

  static func content(_ error: any Error) -> ForwardedAnswer.Content {
    switch error {
    case is CancellationError: .cancelled
    case let error as MockServiceError: .error(error)
    default: .error(MockServiceError(untyped: error))
    }
  }
}

extension ForwardedCall {
  fileprivate func request(_ origin: CallOrigin) -> CallRequest {
    CallRequest(
      method: method, arguments: arguments, detail: CallRequest.Detail(origin: origin))
  }

  fileprivate var use: AnswerUse {
    let form: AnswerUse.Form =
      switch wish {
      // A stream that is asked for as a value is the list of its values.
      case .value, .response: .tree
      case .nothing: .nothing
      case .whole: .whole
      case .stream: .stream
      }
    return AnswerUse(form, isCancellable: isCancellable)
  }
}
