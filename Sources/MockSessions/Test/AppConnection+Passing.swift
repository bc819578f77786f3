internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Support for calls that the scenario can pass through to an app's live service.
///
/// The live response is handled on the connection's thread, like the call itself, because an app in the test's process
/// can block every thread on which a task could run.
extension AppConnection {
  /// Chooses the response to a call, and tells the app whether to call its live service.
  func choose(_ call: Call, of service: String, _ wanted: Wanted, _ id: Int) {
    let sequencer = host.sequencer(for: service)
    let call = sequencer.chosen(call, wanted)
    if call.isPassed {
      let asked = AskedCall(call: call, service: service, wanted: wanted, sequencer: sequencer)
      let isHere = state.withLock { state in
        if !state.hasLeft { state.asked[id] = asked }
        return !state.hasLeft
      }
      guard isHere else { return asked.cancel() }
    }
    let frame = SessionFrame.chosen(.init(id: id, passes: call.isPassed))
    link.send(frame.plainlyEncoded(), isHeld: true)
    if !call.isPassed { begin(call, of: service, wanted, id) }
  }

  /// Continues a call with the live response, unless the call was canceled in the meantime.
  func take(_ answer: SessionFrame.Passed) {
    let asked = state.withLock { $0.asked[answer.id] }
    guard let asked else { return }
    if !answer.more { state.withLock { _ = $0.asked.removeValue(forKey: answer.id) } }
    if let values = asked.values { return values.take(answer) }
    if answer.more {
      let (stream, values) = AsyncThrowingStream.makeStream(of: AnyCodableValue.self)
      state.withLock { $0.asked[answer.id]?.values = values }
      values.take(answer)
      resume(asked, LiveAnswer(.stream(stream)), answer.id)
    } else if let error = answer.error {
      resume(asked, LiveAnswer(throwing: error), answer.id)
    } else {
      resume(
        asked, LiveAnswer(.response(MockResponse(result: .success, value: answer.value))), answer.id
      )
    }
  }

  private func resume(_ asked: AskedCall, _ answer: LiveAnswer, _ id: Int) {
    var call = asked.call
    call.give(answer)
    begin(call, of: asked.service, asked.wanted, id)
  }
}

/// A call that is waiting for a live service.
struct AskedCall: Sendable {
  let call: Call
  let service: String
  let wanted: Wanted
  let sequencer: MockCallSequencer
  /// The continuation for the values of a stream; nil until the first value arrives.
  var values: AsyncThrowingStream<AnyCodableValue, any Error>.Continuation?

  func cancel() {
    if let values { values.finish(throwing: CancellationError()) } else { sequencer.abandon(call) }
  }
}

extension AsyncThrowingStream<AnyCodableValue, any Error>.Continuation {
  fileprivate func take(_ answer: SessionFrame.Passed) {
    if answer.more {
      yield(answer.value ?? .null)
    } else {
      finish(throwing: answer.error)
    }
  }
}
