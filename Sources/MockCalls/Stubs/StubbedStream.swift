internal import MockPlatform

/// A type of stream that a stub can return, and that can be ended if the test is stuck.
///
/// Generated code checks whether a result has such a type.
public protocol _MockStream {
  associatedtype Element

  /// Returns a stream of the same elements, which ends if the test is stuck.
  func _ending(with watch: _StreamWatch) -> Self
}

/// Ends the stream of a stub if the test that reads it is stuck.
///
/// `@unchecked Sendable`: `id` is set before the stream is read.
public final class _StreamWatch: @unchecked Sendable {
  private struct State {
    var isOver = false
    var last = 0
    /// The closures that end the waits of the readers.
    var waits: [Int: @Sendable () -> Void] = [:]
  }

  private let stubs: PendingStubs
  private let state = Locked(State(), isLeaf: true)
  private var id = 0

  init(_ stubs: PendingStubs, _ text: String) {
    self.stubs = stubs
    id = stubs.add(text, isAwaited: false, isStream: true) { [weak self] in self?.end() }
  }

  deinit { stubs.remove(id) }

  /// Ends the stream, even for readers that are waiting for the next element.
  private func end() {
    let waits = state.withLock { state in
      state.isOver = true
      defer { state.waits = [:] }
      return state.waits.values.map { $0 }
    }
    for end in waits { end() }
  }

  /// Waits for the next element, or for the end of the stream.
  func next<Element>(
    _ next: @escaping () async throws -> Element?
  ) async throws -> Element? {
    guard !state.withLock(\.isOver) else { return nil }
    let next = Box.holding(next)
    stubs.addWaiter(id)
    defer { stubs.removeWaiter(id) }
    let result = StreamResult<Element>()
    let task = Task { result.set(await Result { try await next.take()() }) }
    let wait = addWait {
      result.set(.success(nil))
      task.cancel()
    }
    defer { removeWait(wait) }
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        result.onSet { continuation.resume() }
      }
      return try result.take()
    } onCancel: {
      task.cancel()
    }
  }

  /// Adds a closure that ends a reader's wait.
  ///
  /// If the stream has already ended, the closure is called immediately.
  private func addWait(_ end: @escaping @Sendable () -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.last += 1
      state.waits[state.last] = end
      return state.last
    }
    if number == nil { end() }
    return number
  }

  private func removeWait(_ number: Int?) {
    guard let number else { return }
    state.discard { $0.waits.removeValue(forKey: number) }
  }
}

/// The next element of a stream, or the end of the stream if that comes first.
///
/// `@unchecked Sendable`: The result is set once, under the lock, before its only reader is notified.
private final class StreamResult<Element>: @unchecked Sendable {
  private var result: Result<Element?, any Error>?
  private let state = Locked<(isSet: Bool, action: (() -> Void)?)>((false, nil), isLeaf: true)

  func set(_ result: Result<Element?, any Error>) {
    let action = state.withLock { state -> (() -> Void)? in
      guard !state.isSet else { return nil }
      self.result = result
      state.isSet = true
      let action = state.action
      state.action = nil
      return action
    }
    action?()
  }

  func onSet(_ action: @escaping () -> Void) {
    let isSet = state.withLock { state in
      if !state.isSet { state.action = action }
      return state.isSet
    }
    if isSet { action() }
  }

  func take() throws -> Element? { try result?.get() ?? nil }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension AsyncThrowingStream: _MockStream where Failure == any Error {
  /// Returns a stream of the same elements, which ends if the test is stuck.
  public func _ending(with watch: _StreamWatch) -> AsyncThrowingStream {
    let source = Box.holding(makeAsyncIterator())
    return AsyncThrowingStream {
      try await watch.next {
        // The copy reads from the same buffer, so several readers share no mutable state.
        var iterator = source.take()
        return try await iterator.next()
      }
    }
  }
}

extension AsyncStream: _MockStream {
  /// Returns a stream of the same elements, which ends if the test is stuck.
  public func _ending(with watch: _StreamWatch) -> AsyncStream {
    let source = Box.holding(makeAsyncIterator())
    return AsyncStream {
      (try? await watch.next {
        // The copy reads from the same buffer, so several readers share no mutable state.
        var iterator = source.take()
        return await iterator.next()
      }) ?? nil
    }
  }
}

extension _MockedCall {
  /// Runs a stub that returns a stream, without waiting.
  ///
  /// Returns `nil` if the stub passes the call on to the script.
  public mutating func runStream<Stream: _MockStream, Failure: Error>(
    throwing failure: Failure.Type, _ body: () throws -> Stream
  ) throws(Failure) -> Stream? {
    try run(throwing: failure, body).map(watched)
  }

  /// Runs a stub that can wait, and that returns a stream.
  ///
  /// Returns `nil` if the stub passes the call on to the script.
  public nonisolated(nonsending) mutating func runStream<Stream: _MockStream, Failure: Error>(
    throwing failure: Failure.Type, _ body: nonisolated(nonsending) () async throws -> Stream
  ) async throws(Failure) -> Stream? {
    try await run(throwing: failure, body).map(watched)
  }

  /// Runs a stub without waiting.
  ///
  /// MockLua can't end the sequence that the stub returns.
  @_disfavoredOverload
  public mutating func runStream<Stream, Failure: Error>(
    throwing failure: Failure.Type, _ body: () throws -> Stream
  ) throws(Failure) -> Stream? {
    try run(throwing: failure, body)
  }

  /// Runs a stub that can wait.
  ///
  /// MockLua can't end the sequence that the stub returns.
  @_disfavoredOverload
  public nonisolated(nonsending) mutating func runStream<Stream, Failure: Error>(
    throwing failure: Failure.Type, _ body: nonisolated(nonsending) () async throws -> Stream
  ) async throws(Failure) -> Stream? {
    try await run(throwing: failure, body)
  }

  private func watched<Stream: _MockStream>(_ stream: Stream) -> Stream {
    let place = call.stub?.location.map { " at \($0)" } ?? ""
    let name = sequencer.service.map { "\($0).\(method)" } ?? method
    return stream._ending(
      with: _StreamWatch(
        sequencer.context.pendingStubs,
        "the stream of \(name), which its stub\(place) returned, yields no element and doesn't finish"
      ))
  }
}
