package import MockCalls
internal import MockConfiguration
package import MockData
internal import MockPlatform

extension SessionClient: CallForwarding {
  package func answers(_ service: String, _ property: String) -> Bool {
    services[service]?.methods[property] != nil
  }

  package func ask(
    _ call: Call, of service: String, _ wanted: Wanted
  ) throws(MockServiceError) -> Answer {
    let caller = BlockedCaller()
    try begin(.blocked(caller)) { id throws(MockServiceError) in
      try frame(of: call, service, wanted, id: id)
    }
    return try wait(for: caller)
  }

  package nonisolated(nonsending) func answer(
    _ call: Call, of service: String, _ wanted: Wanted
  ) async throws -> Answer {
    guard wanted.isCancellable else {
      return try await suspended(call, service, wanted, Locked(0))
    }
    try Task.checkCancellation()
    let id = Locked(0)
    return try await withTaskCancellationHandler {
      try await suspended(call, service, wanted, id)
    } onCancel: {
      cancel(
        id.withLock { id in
          defer { id = -1 }
          return id
        })
    }
  }

  package func stream(
    _ call: Call, of service: String,
    receive: @escaping @Sendable (AnyCodableValue, Answer) -> Bool,
    finish: @escaping @Sendable ((any Error)?) -> Void
  ) -> @Sendable () -> Void {
    let (values, continuation) = AsyncThrowingStream.makeStream(of: Answer.self)
    let id: Int
    do {
      id = try begin(.stream(continuation)) { id throws(MockServiceError) in
        try frame(of: call, service, Wanted(.stream, waits: true), id: id)
      }
    } catch {
      finish(error)
      return {}
    }
    // What decodes the values is the app's, and not for the thread that reads.
    Task {
      do {
        for try await answer in values {
          self.notifyObservers()
          guard case .value(let value?) = answer.content else { continue }
          guard receive(value, answer) else { return self.cancel(id) }
        }
        self.notifyObservers()
        finish(Task.isCancelled ? CancellationError() : nil)
      } catch {
        self.notifyObservers()
        finish(error)
      }
    }
    return { self.cancel(id) }
  }

  package func callCount(of service: String, _ method: String) -> Int {
    let caller = BlockedCaller()
    do {
      try begin(.blocked(caller)) { id throws(MockServiceError) in
        SessionFrame.count(.init(id: id, service: service, method: method)).plainlyEncoded()
      }
      guard case .value(.int(let count)) = try wait(for: caller).content else { return 0 }
      return count
    } catch {
      return 0
    }
  }

  package func resetCallCounts(of service: String) {
    link.send(SessionFrame.resetCounts(.init(service: service)).plainlyEncoded())
  }

  package func refuse(
    _ answer: Answer, of service: String, _ method: String, because error: MockServiceError
  ) {
    let frame = SessionFrame.unusable(
      .init(service: service, method: method, count: answer.count, error: error))
    link.send(frame.plainlyEncoded())
  }

  /// Sends a call whose task waits, and puts its number where a cancellation finds it.
  private nonisolated(nonsending) func suspended(
    _ call: Call, _ service: String, _ wanted: Wanted, _ id: Locked<Int>
  ) async throws -> Answer {
    let answer = try await withCheckedThrowingContinuation { continuation in
      do {
        let number = try begin(.suspended(continuation)) { id throws(MockServiceError) in
          try frame(of: call, service, wanted, id: id)
        }
        let isCancelled = id.withLock { id in
          defer { id = number }
          return id < 0
        }
        if isCancelled { cancel(number) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    await waitForObservers()
    return answer
  }

  private func wait(for caller: BlockedCaller) throws(MockServiceError) -> Answer {
    do {
      let answer = try caller.wait()
      notifyObservers()
      return answer
    } catch let error as MockServiceError {
      throw error
    } catch {
      return Answer(.cancelled)
    }
  }

  /// Adds a call to those that wait for an answer, and sends its frame.
  ///
  /// - Throws: ``MockServiceError`` where there is no session any more, or no frame; the call then waits for nothing.
  @discardableResult private func begin(
    _ call: PendingCall, _ frame: (Int) throws(MockServiceError) -> [UInt8]
  ) throws(MockServiceError) -> Int {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let bytes = try frame(id)
    let lost = state.withLock { state in
      if state.lost == nil { state.pending[id] = call }
      return state.lost
    }
    if let lost { throw Self.error(lost) }
    link.send(bytes)
    return id
  }

  private func frame(
    of call: Call, _ service: String, _ wanted: Wanted, id: Int
  ) throws(MockServiceError) -> [UInt8] {
    let frame = SessionFrame.call(
      .init(
        id: id, service: service, method: call.method, wish: wanted.form.rawValue,
        waits: wanted.waits, cancellable: wanted.isCancellable, arguments: call.arguments.value))
    do throws(MockServiceError) {
      return try frame.encoded(for: "the arguments of `\(service).\(call.method)`")
    } catch {
      // The test, where nobody has seen the call, has to know as well.
      report(MockFailure(.other, because: error, error.message))
      throw error
    }
  }

  /// Ends a call whose caller does not wait any more.
  private func cancel(_ id: Int) {
    guard id > 0, let call = state.withLock({ $0.pending.removeValue(forKey: id) }) else { return }
    link.send(SessionFrame.cancel(.init(id: id)).plainlyEncoded())
    call.fail(CancellationError())
  }
}
