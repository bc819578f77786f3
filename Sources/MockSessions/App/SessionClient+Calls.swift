package import MockCalls
internal import MockConfiguration
package import MockData
internal import MockPlatform

extension SessionClient: CallForwarding {
  package func answers(_ service: String, _ property: String) -> Bool {
    services[service]?.methods[property] != nil
  }

  package func ask(
    _ call: Call, of service: String, _ wanted: ResponseRequest
  ) throws(MockServiceError) -> CallResponse {
    let caller = BlockedCaller<CallResponse>()
    try begin(call, service, wanted, .waiting(caller.finish))
    return try wait(for: caller)
  }

  package nonisolated(nonsending) func answer(
    _ call: Call, of service: String, _ wanted: ResponseRequest
  ) async throws -> CallResponse {
    if call.forwarded == nil, wanted.isCancellable { try Task.checkCancellation() }
    let answer = try await cancellable(wanted) { id in
      try await withCheckedThrowingContinuation { continuation in
        do {
          let number = try begin(
            call, service, wanted, .waiting { continuation.resume(with: $0) })
          settle(id, number)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    await waitForObservers()
    return answer
  }

  package func stream(
    _ call: Call, of service: String,
    receive: @escaping @Sendable (AnyCodableValue, CallResponse) -> Bool,
    finish: @escaping @Sendable ((any Error)?) -> Void
  ) -> @Sendable () -> Void {
    let id: Int
    let values: AsyncThrowingStream<CallResponse, any Error>
    var sending: Task<Void, Never>?
    do {
      if let choice = call.forwarded, let begun = choice.values {
        (id, values) = (choice.id, begun)
        sending = sendLive(choice, of: "\(service).\(call.method)")
      } else {
        let made = AsyncThrowingStream.makeStream(of: CallResponse.self)
        values = made.stream
        id = try begin(
          call, service, ResponseRequest(.stream, waits: true), .stream(made.continuation))
      }
    } catch {
      finish(error)
      return {}
    }
    // The app's code decodes the values, so it must not run on the reading thread.
    Task { [sending] in
      // The live service produces values for as long as they are consumed.
      defer { sending?.cancel() }
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
    let caller = BlockedCaller<CallResponse>()
    do {
      try add(.waiting(caller.finish)) { id throws(MockServiceError) in
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
    _ answer: CallResponse, of service: String, _ method: String, because error: MockServiceError
  ) {
    let frame = SessionFrame.unusable(
      .init(service: service, method: method, count: answer.count, error: error))
    link.send(frame.plainlyEncoded())
  }

  private func wait(for caller: BlockedCaller<CallResponse>) throws(MockServiceError)
    -> CallResponse
  {
    do {
      let answer = try caller.wait()
      notifyObservers()
      return answer
    } catch let error as MockServiceError {
      throw error
    } catch {
      return CallResponse(.cancelled)
    }
  }

  /// Adds a call to the pending calls and sends its frame.
  ///
  /// If its response was already chosen, sends nothing, and continues the call.
  ///
  /// - Throws: ``MockServiceError`` if the session has ended or the frame can't be created. In that case, the call
  ///   isn't pending.
  @discardableResult private func begin(
    _ call: Call, _ service: String, _ wanted: ResponseRequest, _ pending: PendingCall
  ) throws(MockServiceError) -> Int {
    guard let choice = call.forwarded else {
      return try add(pending) { id throws(MockServiceError) in
        try frame(of: call, service, wanted, id: id)
      }
    }
    try claim(choice, as: pending)
    sendLive(choice, of: "\(service).\(call.method)")
    return choice.id
  }

  /// Adds a call to the pending calls and sends its frame.
  ///
  /// - Throws: ``MockServiceError`` if the session has ended or the frame can't be created. In that case, the call
  ///   isn't pending.
  @discardableResult func add(
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

  /// Runs an operation that waits for the test.
  ///
  /// If its task is canceled, the test is notified. `wanted` determines whether the call can be canceled. `body` stores
  /// the number of the call in its argument, so that the call can be canceled.
  nonisolated(nonsending) func cancellable<Value>(
    _ wanted: ResponseRequest, _ body: nonisolated(nonsending) (Locked<Int>) async throws -> Value
  ) async throws -> Value {
    let id = Locked(0)
    guard wanted.isCancellable else { return try await body(id) }
    return try await withTaskCancellationHandler {
      try await body(id)
    } onCancel: {
      cancel(
        id.withLock { id in
          defer { id = -1 }
          return id
        })
    }
  }

  /// Stores the number of a call so that it can be canceled.
  ///
  /// If the caller was already canceled, cancels the call now.
  func settle(_ id: Locked<Int>, _ number: Int) {
    let isCancelled = id.withLock { id in
      defer { id = number }
      return id < 0
    }
    if isCancelled { cancel(number) }
  }

  func frame(
    of call: Call, _ service: String, _ wanted: ResponseRequest, id: Int, isLive: Bool = false
  ) throws(MockServiceError) -> [UInt8] {
    let frame = SessionFrame.call(
      .init(
        id: id, service: service, method: call.method, responseForm: wanted.form.rawValue,
        waits: wanted.waits, cancellable: wanted.isCancellable, live: isLive,
        arguments: call.arguments.value))
    do throws(MockServiceError) {
      return try frame.encoded(for: "the arguments of `\(service).\(call.method)`")
    } catch {
      // The test hasn't received the call, so report the error to the test as well.
      report(MockFailure(.other, because: error, error.message))
      throw error
    }
  }

  /// Cancels a call whose caller has stopped waiting.
  private func cancel(_ id: Int) {
    guard id > 0, let call = state.withLock({ $0.pending.removeValue(forKey: id) }) else { return }
    link.send(SessionFrame.cancel(.init(id: id)).plainlyEncoded())
    call.fail(CancellationError())
  }
}

/// A call that is waiting for its response.
enum PendingCall {
  /// Passes a result to the thread or the task that is waiting for it.
  typealias Finish<Value> = @Sendable (Result<Value, any Error>) -> Void

  /// A caller is waiting for the choice of a response and then, if the call returns a stream, for its values.
  case choosing(Finish<Bool>, AsyncThrowingStream<CallResponse, any Error>.Continuation?)
  /// The response has been chosen, and may have arrived, but no caller is waiting for it yet.
  case unclaimed(CallResponse?)
  /// A caller is waiting for the response.
  case waiting(Finish<CallResponse>)
  /// A task receives the values as they arrive.
  case stream(AsyncThrowingStream<CallResponse, any Error>.Continuation)

  /// Ends the call without a response.
  ///
  /// It doesn't run any of the app's code on this thread.
  func fail(_ error: any Error) {
    switch self {
    case .choosing(let finish, let continuation):
      finish(.failure(error))
      continuation?.finish(throwing: error)
    case .unclaimed: break
    case .waiting(let finish): finish(.failure(error))
    case .stream(let continuation): continuation.finish(throwing: error)
    }
  }

  func succeed(_ answer: CallResponse) {
    switch self {
    // A response can't arrive before it was chosen. If no caller is waiting, the response isn't delivered here.
    case .choosing, .unclaimed: break
    case .waiting(let finish): finish(.success(answer))
    case .stream(let continuation): continuation.finish()
    }
  }
}

/// A thread that is waiting for a result from the test.
///
/// `@unchecked Sendable`: `result` is written before the latch opens, and only read after that.
final class BlockedCaller<Value>: @unchecked Sendable {
  private let latch = Latch()
  private var result: Result<Value, any Error>?

  @Sendable func finish(_ result: Result<Value, any Error>) {
    self.result = result
    latch.open()
  }

  func wait() throws -> Value {
    while true {
      latch.wait()
      if let result { return try result.get() }
    }
  }
}
