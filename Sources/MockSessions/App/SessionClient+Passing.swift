package import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Support for calls that the scenario can pass through to this app's live services.
///
/// The test first chooses the response and decides whether to call the live service. The live response is sent to the
/// test as data, and the test returns the final response as it does for any other call.
extension SessionClient {
  package func mayPass(_ service: String, _ method: String) -> Bool {
    guard let entry = services[service] else { return passesUnknown }
    return entry.passthrough == true || passesUnknown
      || entry.methods[method]?.responses.contains { $0.result == .passthrough } == true
  }

  package func choose(
    _ call: Call, of service: String, _ wanted: ResponseRequest
  ) throws(MockServiceError) -> ForwardedChoice {
    let caller = BlockedCaller<Bool>()
    let (id, values) = try beginChoosing(call, service, wanted, caller.finish)
    do {
      return ForwardedChoice(id: id, isPassed: try caller.wait(), values: values)
    } catch let error as MockServiceError {
      throw error
    } catch {
      throw MockServiceError(untyped: error)
    }
  }

  package nonisolated(nonsending) func chooseFirst(
    _ call: Call, of service: String, _ wanted: ResponseRequest
  ) async throws -> ForwardedChoice {
    if wanted.isCancellable { try Task.checkCancellation() }
    let begun = Locked<(id: Int, values: AsyncThrowingStream<CallResponse, any Error>?)>((0, nil))
    let isPassed = try await cancellable(wanted) { id in
      try await withCheckedThrowingContinuation { continuation in
        do {
          let made = try beginChoosing(call, service, wanted) { continuation.resume(with: $0) }
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
    _ call: Call, _ service: String, _ wanted: ResponseRequest,
    _ finish: @escaping PendingCall.Finish<Bool>
  ) throws(MockServiceError) -> (id: Int, values: AsyncThrowingStream<CallResponse, any Error>?) {
    let stream =
      wanted.form == .stream ? AsyncThrowingStream.makeStream(of: CallResponse.self) : nil
    let id = try add(.choosing(finish, stream?.continuation)) { id throws(MockServiceError) in
      try frame(of: call, service, wanted, id: id, isLive: true)
    }
    return (id, stream?.stream)
  }

  /// Waits for the response to a call after the test has made its choice.
  ///
  /// - Throws: ``MockServiceError`` if the session has ended.
  func claim(_ choice: ForwardedChoice, as call: PendingCall) throws(MockServiceError) {
    enum Found {
      case answer(CallResponse)
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

  /// Sends the response of the live service to the test, if the service was called.
  ///
  /// - Returns: The task that sends the values of a stream, or nil for a single response. The task is canceled when the
  ///   values are no longer needed.
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
          let serviceError = error as? MockServiceError ?? MockServiceError(untyped: error)
          send(.init(id: choice.id, error: serviceError), of: name)
        }
      }
    }
  }

  /// Sends a response of a live service, or an error if it can't be sent.
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
  /// Returns the caller that is waiting for a choice.
  ///
  /// The call then waits for its response.
  mutating func choose(_ id: Int) -> PendingCall.Finish<Bool>? {
    guard case .choosing(let finish, let values) = pending[id] else { return nil }
    pending[id] = values.map { .stream($0) } ?? .unclaimed(nil)
    return finish
  }

  /// Returns the caller that is waiting for a response.
  ///
  /// If no caller is waiting yet, keeps the response and returns nil.
  mutating func answer(_ id: Int, _ answer: CallResponse) -> PendingCall? {
    guard case .unclaimed = pending[id] else { return pending.removeValue(forKey: id) }
    pending[id] = .unclaimed(answer)
    return nil
  }
}
