internal import MockData
internal import MockPlatform

extension StreamSink {
  /// Creates a sink for values that go to another process unchanged.
  init(
    receive: @escaping @Sendable (AnyCodableValue, Answer) -> Void,
    finish: @escaping @Sendable ((any Error)?) -> Void,
    onCancel: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.init(
      decode: { value, answer, method, _ in
        let answer = answer.with(.value(value)).forwarded(from: method)
        return { receive(value, answer) }
      }, finish: finish, onCancel: onCancel)
  }
}

/// Cancels a stream, even if the cancellation is requested before the stream's action is set.
package final class StreamCancellation: Sendable {
  /// A struct, because bare closures in generic storage gain a thunk each time they are moved.
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
