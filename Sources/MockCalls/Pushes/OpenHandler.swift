internal import MockData
internal import MockPlatform

/// A handler that a test or a script can call with pushed values, any number of times.
///
/// `@unchecked Sendable`: `read` and `call` only call the handler, as the service would.
final class OpenHandler: PushTarget, @unchecked Sendable {
  /// The functions that decode values for a handler and call it.
  struct Reading {
    /// Decodes a value, and returns a closure that calls the handler with it.
    let read: (CallResponse, MethodIdentity) throws -> () -> Void
    let fail: (any Error) -> Void
    /// Returns a closure that calls the handler with values of the handler's own types.
    ///
    /// Returns `nil` for other values.
    var typed: (Any) -> (() -> Void)? = { _ in nil }
  }

  private let reading: Reading
  private let isOnMainActor: Bool
  private let call: _MockedCall
  /// The call in the log.
  ///
  /// It is `nil` if another process has the log, or if the requirement returns a value. In the latter case, the log
  /// contains the returned value.
  private let logged: LoggedCall?
  private let count = AtomicNumber()

  init(_ reading: Reading, onMainActor: Bool, _ call: _MockedCall, _ logged: LoggedCall?) {
    (self.reading, isOnMainActor, self.call, self.logged) = (reading, onMainActor, call, logged)
  }

  func push(_ value: PushedValue) throws {
    let run =
      if case .typed(let value, _) = value, let run = reading.typed(value.value) { run } else {
        try reading.read(
          CallResponse(.value(value.recorded), index: MethodIdentity.pushedIndex),
          MethodIdentity(service: call.sequencer.service, name: call.method))
      }
    let context = call.sequencer.context
    if let logged {
      context.log.add(value.recorded, to: logged)
      if let director = context.director, MockActivity.current == nil {
        director.note(
          element: count.add(1), of: director.number(of: logged, in: context.log))
      }
    }
    deliver(run)
  }

  func finish(_ error: (any Error)?) {
    if let error { deliver { [reading] in reading.fail(error) } }
  }

  /// Calls the handler on the actor that called the requirement.
  private func deliver(_ run: @escaping () -> Void) {
    guard isOnMainActor, !MainQueue.isCurrent else { return run() }
    let run = MockDecoded(value: run)
    Task { @MainActor in run.value() }
  }
}
