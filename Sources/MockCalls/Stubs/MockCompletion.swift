internal import MockPlatform

/// A handler that receives pushed values until its call fails or the scenario ends.
///
/// Generated code creates and uses it.
public struct _MockObserver {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  /// Stops passing values to the handler, because its call has failed.
  public func close() { end() }
}

/// The completion handlers of a call.
///
/// Exactly one of the handlers is called, exactly once.
///
/// Generated code creates and uses the object.
public final class _MockCompletion: Sendable {
  private struct State {
    var call: _MockedCall?
    var running: StubbedCall?
    var count = 0
    var tracks = false
    /// The number of the call among the pending stubs, if it is one of them.
    var pending: Int?
    /// Returns a closure that calls the handlers with values of their own types, or `nil` for other values.
    var typed: (Any) -> (() -> Void)? = { _ in nil }
    var isOpen = false
  }

  let form: ResponseRequest.Form
  let handler: any ResponseHandler
  /// The errors that the handlers accept.
  let errors: CallErrors
  /// Whether the handler observes an event that may never occur, so that it doesn't have to be called.
  let isObserver: Bool
  private let state = Locked(State(), isLeaf: true)

  init(
    _ form: ResponseRequest.Form, _ handler: any ResponseHandler, _ errors: CallErrors,
    isObserver: Bool
  ) {
    (self.form, self.handler, self.errors, self.isObserver) = (form, handler, errors, isObserver)
  }

  /// Lets a test push values of a handler's own types to the handler.
  ///
  /// Generated code calls this method.
  public func pushes<each Value>(to handler: ((repeat each Value) -> Void)?) {
    state.withLock { state in
      state.typed = { value in
        (value as? (repeat each Value)).map { values in { handler?(repeat each values) } }
      }
    }
  }

  /// Lets a test push values to a handler that observes events.
  ///
  /// Returns the handler's number among the receivers, or `nil` if the handler isn't an observer or was added before.
  @discardableResult func open(_ call: _MockedCall, _ logged: LoggedCall?) -> Int? {
    let (isFirst, typed) = state.withLock { state in
      defer { state.isOpen = true }
      return (!state.isOpen, state.typed)
    }
    guard isObserver, isFirst else { return nil }
    let target = OpenHandler(handler, typed, call, logged)
    return call.sequencer.context.pushTargets.add(
      target, of: call.sequencer.service, call.method, mock: call.call.mock)
  }

  /// Begins a call whose stub receives the handlers of the call.
  func begin(_ running: StubbedCall, of call: _MockedCall, tracks: Bool) {
    state.withLock { ($0.call, $0.running, $0.tracks) = (call, running, tracks) }
    open(call, running.logged)
    guard tracks else { return }
    let name = call.sequencer.service.map { "\($0).\(call.method)" } ?? call.method
    let place = call.entry?.place.location.map { " at \($0)" } ?? ""
    let text = "\(name) #\(running.count): its stub\(place) hasn't called the completion handler"
    let id = call.sequencer.context.pendingStubs.add(text, isAwaited: true) { [self] in
      // A test that waits for the handler can then continue. The handler receives an error. If it doesn't accept
      // errors, it receives a placeholder, and a failure is reported.
      end()
      handler.finish(MockServiceError(code: MockErrorCode.unconfigured.rawValue, message: text))
    }
    state.withLock { $0.pending = id }
  }

  /// Ends the call to a stub whose handlers aren't tracked.
  func stubReturned() { if !state.withLock(\.tracks) { end() } }

  /// Records that a stub has called a handler.
  ///
  /// This ends the call.
  ///
  /// Generated code calls this method.
  public func wasCalled() {
    let (call, count) = state.withLock { state in
      state.count += 1
      return (state.tracks ? state.call : nil, state.count)
    }
    guard let call else { return }
    guard count > 1 else { return end() }
    let text = call.sequencer.describe(
      call.method, call.arguments,
      "called its completion handler \(count) times; call it once, or stub it with one result")
    call.sequencer.report(text, at: call.entry?.place.location, severity: .report)
  }

  private func end() {
    let (call, running, pending) = state.withLock { state in
      defer { (state.running, state.pending) = (nil, nil) }
      return (state.call, state.running, state.pending)
    }
    guard let call, let running else { return }
    if let pending { call.sequencer.context.pendingStubs.remove(pending) }
    call.sequencer.calls.local.endStubbed(running, .returned(nil), result: nil)
  }
}
