internal import MockData
internal import MockPlatform

/// A handler that a test or a script can call with pushed values, any number of times.
///
/// `@unchecked Sendable`: `typed` and `call` only call the handler, as the service would.
final class OpenHandler: PushTarget, @unchecked Sendable {
  private let handler: any ResponseHandler
  /// Returns a closure that calls the handler with values of the handler's own types.
  ///
  /// Returns `nil` for other values.
  private let typed: (Any) -> (() -> Void)?
  private let call: _MockedCall
  /// The call in the log.
  ///
  /// It is `nil` if another process has the log, or if the requirement returns a value. In the latter case, the log
  /// contains the returned value.
  private let logged: LoggedCall?
  private let count = AtomicNumber()

  init(
    _ handler: any ResponseHandler, _ typed: @escaping (Any) -> (() -> Void)?, _ call: _MockedCall,
    _ logged: LoggedCall?
  ) {
    (self.handler, self.typed, self.call, self.logged) = (handler, typed, call, logged)
  }

  func push(_ value: PushedValue) throws {
    let run =
      if case .typed(let value, _) = value, let run = typed(value.value) { run } else {
        try handler.reading(
          CallResponse(.value(value.recorded), index: MethodIdentity.pushedIndex),
          MethodIdentity(service: call.sequencer.service, name: call.method))
      }
    let context = call.sequencer.context
    if let logged {
      context.log.add(value.recorded, to: logged)
      if let director = context.director, MockActivity.current == nil {
        director.note(element: count.add(1), of: logged, in: context.log)
      }
    }
    deliver(run)
  }

  func finish(_ error: (any Error)?) {
    if let error { deliver { [handler] in handler.end(error) } }
  }

  /// Calls the handler on the actor that called the requirement.
  private func deliver(_ run: @escaping () -> Void) {
    guard handler.isOnMainActor, !MainQueue.isCurrent else { return run() }
    let run = MockDecoded(value: run)
    Task { @MainActor in run.value() }
  }
}
