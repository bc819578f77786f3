internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// The stream of a call.
///
/// It gets the values of the response, and the values that a test or a script pushes.
///
/// If a value is pushed before the response has begun, the value waits until the response begins.
final class OpenStream: PushTarget {
  /// A pushed value, or the end of the stream, that waits until the response has begun.
  private struct Waiting {
    let run: @Sendable () -> Void
  }

  private struct State {
    /// The values that were sent while the call was running.
    var sent: [AnyCodableValue] = []
    /// The number of values that were sent.
    var count = 0
    var hasBegun = false
    /// Whether the response has ended although the stream is still open for pushed values.
    var isAnswered = false
    var isOver = false
    /// The end that was pushed before the response had ended.
    var pushedEnd: Result<Void, any Error>?
    var waiting: [Waiting] = []
    var fault: (error: MockServiceError, after: Int)?
    /// The stream's number among the receivers of pushed values, and among the streams that can keep a test waiting.
    var (id, pending): (Int?, Int?)
  }

  let sink: StreamSink
  private let call: RunningCall
  private let log: MockCallLog
  private let director: (any CallDirector)?
  private let targets: PushTargets
  private let pendingStubs: PendingStubs
  private let producer = StreamCancellation()
  private let state = Locked(State(), isLeaf: true)

  init(_ call: RunningCall, into sink: StreamSink, of pipeline: CallPipeline) {
    let context = pipeline.context
    (self.call, self.sink, log, director) = (call, sink, context.log, pipeline.director)
    (targets, pendingStubs) = (context.pushTargets, context.pendingStubs)
    let id = targets.add(
      self, of: call.method.service, call.method.name, mock: call.call.mock)
    state.withLock { $0.id = id }
  }

  /// The error that an explored test injects, and the number of elements that precede it.
  var fault: (error: MockServiceError, after: Int)? {
    get { state.withLock(\.fault) }
    set { state.withLock { $0.fault = newValue } }
  }

  /// Sets the task that sends the values of the response.
  func begin(by task: Task<Void, Never>) {
    producer.set { task.cancel() }
    sink.onCancel { [weak self, producer] in
      self?.close()
      producer.cancel()
    }
  }

  // MARK: - The response

  /// Sends a value of the response.
  func send(_ value: AnyCodableValue, _ yield: @Sendable () -> Void) {
    let count = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.sent.append(value)
      state.count += 1
      return state.count
    }
    guard let count else { return }
    yield()
    log.note(sent: value, by: call.logged)
    director?.note(element: count, of: call.logged, in: log)
  }

  /// Sends the values that were pushed while the response was waiting.
  func sendWaiting() {
    func next() -> Waiting? {
      state.withLock { state in
        if state.waiting.isEmpty { state.hasBegun = true }
        return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
    }
    while let waiting = next() { waiting.run() }
  }

  /// Returns the outcome of the response's call, and whether the stream has ended too.
  func endResponse(
    _ failure: (any Error)?, staysOpen: Bool
  ) -> (outcome: MockCallOutcome, failure: (any Error)?, isOver: Bool) {
    let (sent, failure, isOver) = state.withLock { state in
      var failure = failure
      if case .success? = state.pushedEnd { failure = nil }
      if case .failure(let error)? = state.pushedEnd { failure = error }
      state.isAnswered =
        staysOpen && failure == nil && state.pushedEnd == nil && !state.isOver
      return (state.sent, failure, !state.isAnswered)
    }
    if isOver { close() } else { keepOpen() }
    return (failure.map { MockCallOutcome($0) } ?? .returned(.array(sent)), failure, isOver)
  }

  /// Makes it possible to detect that a test is stuck because it waits for the stream but doesn't push a value.
  private func keepOpen() {
    let text =
      "the stream of \(call.method) #\(call.count) stays open, and nothing pushes a value or ends it"
    let pending = pendingStubs.add(text, isAwaited: true, isStream: true) {
      [weak self] in self?.finish(CancellationError())
    }
    let isOver = state.withLock { state in
      if !state.isOver { state.pending = pending }
      return state.isOver
    }
    if isOver { pendingStubs.remove(pending) }
  }

  /// Returns false if the stream was already closed.
  @discardableResult private func close() -> Bool {
    let (wasOver, id, pending) = state.withLock { state in
      defer {
        (state.isOver, state.waiting) = (true, [])
        (state.id, state.pending) = (nil, nil)
      }
      return (state.isOver, state.id, state.pending)
    }
    if let id { targets.remove(id) }
    if let pending { pendingStubs.remove(pending) }
    return !wasOver
  }

  // MARK: - Pushed values

  func push(_ value: PushedValue) throws {
    let yield =
      if case .typed(let value, _) = value, let yield = sink.push(value) { yield } else {
        try sink.decode(
          value.recorded, CallResponse(.value(value.recorded), index: MethodIdentity.pushedIndex),
          MethodIdentity(service: call.method.service, name: call.method.name), nil)
      }
    afterBeginning { [self] in deliver(value.recorded, yield) }
  }

  private func deliver(_ value: AnyCodableValue, _ yield: @Sendable () -> Void) {
    let count = state.withLock { state -> Int? in
      guard state.isAnswered, !state.isOver else { return nil }
      state.count += 1
      return state.count
    }
    guard let count else { return send(value, yield) }
    log.add(value, to: call.logged)
    yield()
    director?.note(element: count, of: call.logged, in: log)
    if let fault, count == fault.after { finish(fault.error) }
  }

  func finish(_ error: (any Error)?) {
    afterBeginning { [self] in
      let isAnswered = state.withLock { state in
        if !state.isOver { state.pushedEnd = error.map { .failure($0) } ?? .success(()) }
        return state.isAnswered
      }
      guard close() else { return }
      if isAnswered {
        if let error { log.end(call.logged, MockCallOutcome(error)) }
        sink.finish(error)
      } else {
        // The producer then ends the stream and records its end.
        producer.cancel()
      }
    }
  }

  func endIfAnswered() {
    if state.withLock(\.isAnswered) { finish(CancellationError()) }
  }

  /// Runs a closure when the response has begun.
  private func afterBeginning(_ run: @escaping @Sendable () -> Void) {
    let hasBegun = state.withLock { state in
      if !state.hasBegun, !state.isOver { state.waiting.append(Waiting(run: run)) }
      return state.hasBegun
    }
    if hasBegun { run() }
  }
}

/// Cancels a stream, even if the cancellation comes before the stream's action has been set.
package final class StreamCancellation: Sendable {
  /// A struct is used because bare closures in generic storage gain a thunk each time they are moved.
  private struct Action {
    let run: @Sendable () -> Void
  }

  private struct State {
    var action: Action?
    var isCancelled = false
  }

  private let state = Locked(State())

  package init() {}

  package func set(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.action = Action(run: action)
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  package func cancel() {
    let action = state.withLock { state in
      state.isCancelled = true
      return state.action
    }
    action?.run()
  }
}

/// The error that a stub throws to leave its stream open for pushed values.
struct OpenStreamStub: Error {}
