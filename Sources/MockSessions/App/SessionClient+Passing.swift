package import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Calls that the scenario may pass to the live services of this app.
///
/// The test chooses first, and says whether the live service is to be asked. What that has answered goes to the test as
/// data, and what the test makes of it comes back as any answer.
extension SessionClient {
  package func mayPass(_ service: String, _ method: String) -> Bool {
    guard knowsPassing else { return false }
    guard let entry = services[service] else { return passesUnknown }
    return entry.passes == true || passesUnknown
      || entry.methods[method]?.responses.contains { $0.result == .passthrough } == true
  }

  package func choose(
    _ call: Call, of service: String, _ wanted: Wanted
  ) throws(MockServiceError) -> ForwardedChoice {
    let caller = BlockedCaller<Bool>()
    let (id, values) = try beginChoosing(call, service, wanted, .blocked(caller))
    do {
      return ForwardedChoice(id: id, isPassed: try caller.wait(), values: values)
    } catch let error as MockServiceError {
      throw error
    } catch {
      throw MockServiceError(untyped: error)
    }
  }

  package nonisolated(nonsending) func chooseFirst(
    _ call: Call, of service: String, _ wanted: Wanted
  ) async throws -> ForwardedChoice {
    if wanted.isCancellable { try Task.checkCancellation() }
    let begun = Locked<(id: Int, values: AsyncThrowingStream<Answer, any Error>?)>((0, nil))
    let isPassed = try await cancellable(wanted) { id in
      try await withCheckedThrowingContinuation { continuation in
        do {
          let made = try beginChoosing(call, service, wanted, .suspended(continuation))
          begun.withLock { $0 = made }
          settle(id, made.id)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    let (id, values) = begun.withLock(\.self)
    return ForwardedChoice(id: id, isPassed: isPassed, values: values)
  }

  private func beginChoosing(
    _ call: Call, _ service: String, _ wanted: Wanted, _ choice: PendingChoice
  ) throws(MockServiceError) -> (id: Int, values: AsyncThrowingStream<Answer, any Error>?) {
    let stream =
      wanted.form == .stream ? AsyncThrowingStream.makeStream(of: Answer.self) : nil
    let id = try add(.choosing(choice, stream?.continuation)) { id throws(MockServiceError) in
      try frame(of: call, service, wanted, id: id, isLive: true)
    }
    return (id, stream?.stream)
  }

  /// Waits from now on for the answer of a call for which the test has chosen.
  ///
  /// - Throws: ``MockServiceError`` where there is no session any more.
  func claim(_ choice: ForwardedChoice, as call: PendingCall) throws(MockServiceError) {
    enum Found {
      case answer(Answer)
      case waits
      case cancelled
      case lost(SessionProblem)
    }
    let found = state.withLock { state -> Found in
      if let lost = state.lost { return .lost(lost) }
      guard case .unclaimed(let answer) = state.pending[choice.id] else { return .cancelled }
      state.pending[choice.id] = answer == nil ? call : nil
      return answer.map { .answer($0) } ?? .waits
    }
    switch found {
    case .answer(let answer): call.succeed(answer)
    case .waits: break
    case .cancelled: call.fail(CancellationError())
    case .lost(let problem): throw Self.error(problem)
    }
  }

  /// Tells the test what the live service has answered, where it was asked.
  ///
  /// - Returns: What sends the values of a stream, to be cancelled when nobody wants them any more; nil for one answer.
  @discardableResult
  func sendLive(_ choice: ForwardedChoice, of name: String) -> Task<Void, Never>? {
    switch choice.live?.answer {
    case nil: return nil
    case .response(let response):
      send(
        .init(
          id: choice.id, value: response.value, error: response.error.map { MockServiceError($0) }),
        of: name)
      return nil
    case .stream(let values):
      return Task {
        do {
          for try await value in values {
            send(.init(id: choice.id, value: value, more: true), of: name)
          }
          send(.init(id: choice.id), of: name)
        } catch {
          let told = error as? MockServiceError ?? MockServiceError(untyped: error)
          send(.init(id: choice.id, error: told), of: name)
        }
      }
    }
  }

  /// Sends an answer of a live service, or why it cannot be sent.
  private func send(_ answer: SessionFrame.Passed, of name: String) {
    do throws(MockServiceError) {
      link.send(try SessionFrame.passed(answer).encoded(for: "the live response of `\(name)`"))
    } catch {
      report(MockFailure(.other, because: error, error.message))
      link.send(SessionFrame.passed(.init(id: answer.id, error: error)).plainlyEncoded())
    }
  }
}

extension SessionClient.State {
  /// Who waits to hear what was chosen for a call, whose answer is waited for from now on.
  mutating func choose(_ id: Int) -> PendingChoice? {
    guard case .choosing(let choice, let values) = pending[id] else { return nil }
    pending[id] = values.map { .stream($0) } ?? .unclaimed(nil)
    return choice
  }

  /// Who waits for an answer; nil where it is kept until somebody does.
  mutating func answer(_ id: Int, _ answer: Answer) -> PendingCall? {
    guard case .unclaimed = pending[id] else { return pending.removeValue(forKey: id) }
    pending[id] = .unclaimed(answer)
    return nil
  }
}
