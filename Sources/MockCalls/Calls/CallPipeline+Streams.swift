internal import MockData
internal import MockPlatform

/// The receiver of the values of a call's stream.
///
/// It hides the type of the values.
struct StreamSink: Sendable {
  /// Decodes a value, and returns a closure that sends it to the stream.
  let decode:
    @Sendable (AnyCodableValue, _ of: CallResponse, MethodIdentity, _ element: Int?) throws ->
      @Sendable () -> Void
  /// Returns a closure that sends a pushed value to the stream, or `nil` if the value has to be decoded first.
  var push: @Sendable (MockDecoded<Any>) -> (@Sendable () -> Void)? = { _ in nil }
  let finish: @Sendable ((any Error)?) -> Void
  /// Sets the action to run when nothing reads the stream anymore.
  let onCancel: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Whether values of the stream can be represented as data.
  var takesData = true
  /// Whether the call begins on the caller's thread, and also ends there if it doesn't have to wait.
  var beginsAtOnce = false
}

/// Decodes a value of a stream.
typealias ElementReader<Element> =
  @Sendable (
    AnyCodableValue, _ of: CallResponse, MethodIdentity, _ element: Int?
  ) throws -> Element

extension StreamSink {
  /// Creates a sink for a stream in this process.
  init<Element>(
    read: @escaping ElementReader<Element>, yield: @escaping @Sendable (sending Element) -> Void,
    finish: @escaping @Sendable ((any Error)?) -> Void,
    onCancel: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    // The type of the values may not be `Sendable`, but each value goes directly to the reader of the stream.
    @Sendable func sending(_ value: Element) -> @Sendable () -> Void {
      let box = Box.holding(value)
      return { yield(box.take()) }
    }
    decode = { sending(try read($0, $1, $2, $3)) }
    push = { ($0.value as? Element).map(sending) }
    (self.finish, self.onCancel) = (finish, onCancel)
    takesData = Element.self is any Decodable.Type
  }
}

extension CallHandler {
  /// Returns the values of a call as a stream, whose errors are converted for the caller.
  func stream<Element>(
    _ call: Call, converting convert: @escaping @Sendable (any Error) -> any Error,
    _ read: @escaping ElementReader<Element>
  ) -> AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self)
    let sink = StreamSink(
      read: read, yield: { continuation.yield($0) },
      finish: { continuation.finish(throwing: $0.map(convert)) },
      onCancel: { action in
        continuation.onTermination = { end in if case .cancelled = end { action() } }
      })
    self.stream(call, into: sink)
    return stream
  }

  /// Returns the values of a call as a stream that can't throw, and passes the error of the call to a closure.
  func unfailingStream<Element>(
    _ call: Call, reporting report: @escaping @Sendable (any Error) -> Void,
    _ read: @escaping ElementReader<Element>
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let sink = StreamSink(
      read: read, yield: { continuation.yield($0) },
      finish: { error in
        if let error { report(error) }
        continuation.finish()
      },
      onCancel: { action in
        continuation.onTermination = { end in if case .cancelled = end { action() } }
      })
    self.stream(call, into: sink)
    return stream
  }
}

extension CallPipeline {
  /// Starts a task that sends the values of a call that has begun.
  func produced(_ call: RunningCall, into stream: OpenStream) -> Task<Void, Never> {
    if stream.sink.beginsAtOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // A caller outside of the test has its own time limit, so this task takes precedence over tests that haven't
      // begun.
      return Task.immediate(priority: .high) { await produce(call, into: stream) }
    }
    return Task { await produce(call, into: stream) }
  }

  private func produce(_ call: RunningCall, into stream: OpenStream) async {
    defer { context.clock.end(call.activity) }
    var staysOpen = false
    var failure: (any Error)?
    do {
      let answer = directed(
        try await resolve(call, collecting: 0), of: call, isCancellable: true)
      staysOpen = answer.staysOpen && isCurrent(call)
      stream.fault = answer.openFault
      failure = try await send(answer, call, into: stream)
    } catch {
      failure = isCurrent(call) ? error : CancellationError()
    }
    let ended = stream.endResponse(failure, staysOpen: staysOpen)
    end(call, ended.outcome)
    if ended.isOver { stream.sink.finish(ended.failure) }
  }

  /// Sends the values of a response to the stream, and returns the error that ends it.
  private func send(
    _ answer: CallResponse, _ call: RunningCall, into stream: OpenStream
  ) async throws -> MockServiceError? {
    let sink = stream.sink
    // Decode the first value before the response takes effect, so that nothing is updated if decoding fails.
    var first: (@Sendable () -> Void)?
    if case .value(let value?) = answer.content {
      do {
        first = try sink.decode(value, answer, call.method, nil)
      } catch let error as MockServiceError where sink.takesData {
        throw error.advising(
          call.method.isOfScript
            ? "`reply` makes a stream of one value: write `stream { ... }` for several"
            : "a success makes a stream of one value: write \"result\": \"stream\" and `values` for several"
        )
      }
    }
    if case .values(let values, _, _) = answer.content, let value = values.first {
      first = try sink.decode(value, answer, call.method, 0)
    }
    try await wait(for: answer, call) { [self] in commit(call, answer, nil, isLast: false) }
    if let first, let value = answer.firstValue { stream.send(value, first) }
    stream.sendWaiting()
    switch answer.content {
    case .value: return nil
    case .error(let error): return error
    case .cancelled: throw CancellationError()
    case .values(let values, let end, let interval):
      await leaveCaller(sink)
      for (index, value) in values.enumerated().dropFirst() {
        try await pause(interval, call)
        stream.send(value, try sink.decode(value, answer, call.method, index))
      }
      if end != nil, !values.isEmpty { try await pause(interval, call) }
      return end
    case .live(let values, let interval):
      await leaveCaller(sink)
      try await send(values, interval, answer, call, into: stream)
      return nil
    }
  }

  /// Sends the values of a dynamic stream as they arrive.
  ///
  /// If values are produced while the response waits at its gate or for its delay, they are then sent at the stream's
  /// interval, not all at once.
  private func send(
    _ values: AsyncThrowingStream<AnyCodableValue, any Error>, _ interval: Duration,
    _ answer: CallResponse, _ call: RunningCall, into stream: OpenStream
  ) async throws {
    let clock = context.clock
    let wasHeld = answer.gate != nil || delay(of: answer, call) > .zero
    // `due` follows the schedule rather than the time of reading, so that a late reader doesn't prolong the stream.
    var due = clock.elapsed
    do {
      var index = 0
      for try await value in values {
        try check(call)
        try await pause(wasHeld ? due - clock.elapsed : .zero, call)
        stream.send(value, try stream.sink.decode(value, answer, call.method, index))
        index += 1
        due += interval
      }
    } catch {
      try await pause(wasHeld ? due - clock.elapsed : .zero, call)
      throw error
    }
    try check(call)
  }

  /// Leaves the caller's thread.
  ///
  /// A stream can take any amount of time, and its values may be produced on the caller's thread.
  private func leaveCaller(_ sink: StreamSink) async {
    if sink.beginsAtOnce { await Task.yield() }
  }

  private func pause(_ interval: Duration, _ call: RunningCall) async throws {
    try Task.checkCancellation()
    guard interval > .zero else { return }
    try await pause(for: interval, call)
    try check(call)
  }

  /// Throws an error if nothing reads the stream of a call anymore, or if the pipeline was restored after the call
  /// began.
  private func check(_ call: RunningCall) throws {
    try Task.checkCancellation()
    if !isCurrent(call) { throw CancellationError() }
  }
}

extension CallPipeline {
  func stream(_ call: Call, into sink: StreamSink) {
    clock.commitDue()
    let wanted = ResponseRequest(.stream, waits: true)
    let choice = choosing.withLock { choose(call, wanted) }
    do {
      guard let running = try running(choice, wanted, { _, _ in }) else { return sink.finish(nil) }
      let stream = OpenStream(running, into: sink, of: self)
      stream.begin(by: produced(running, into: stream))
    } catch {
      sink.finish(error)
    }
  }
}
