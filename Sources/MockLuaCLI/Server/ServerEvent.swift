import MockInspector
import MockPlatform

/// An event that a session's server must handle.
enum ServerEvent: Sendable {
  /// A call was recorded or has ended.
  case call
  /// A line was typed.
  case line(String)
  /// The files may have changed.
  case tick
  /// An app has joined or left.
  case apps
  case issue(String)
  /// The inspector requests a restart. The closure is called with the result.
  case restart(SessionRestart, @Sendable (String?) -> Void)
  case stop
}

/// A queue of events.
///
/// Any thread can add events, and one thread handles them.
final class ServerEvents: Sendable {
  private struct State {
    var events: [ServerEvent] = []
    /// Whether an event for calls, or for files, is already in the queue.
    var hasCall = false
    var hasTick = false
    /// Whether the thread that handles events is loading a script.
    var isLoading = false
    /// Whether that thread has received the request to end.
    var isStopping = false
  }

  private let state = Locked(State())
  private let news = Latch()

  /// The time that passes before calls are handled, so that many calls wake the thread only once.
  private static let callPause: Duration = .milliseconds(5)

  var isLoading: Bool { state.withLock(\.isLoading) }
  /// Whether the shutdown has begun.
  var isStopping: Bool { state.withLock(\.isStopping) }

  /// Loads a script, which can take as long as its limits allow.
  func loading<Result, Failure: Error>(
    _ load: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    state.withLock { $0.isLoading = true }
    defer { state.withLock { $0.isLoading = false } }
    return try load()
  }

  func add(_ event: ServerEvent) {
    let isNew = state.withLock { state in
      switch event {
      case .call where state.hasCall, .tick where state.hasTick: return false
      case .call: state.hasCall = true
      case .tick: state.hasTick = true
      case .stop:
        // Earlier events must not delay the end of the process.
        state.events.insert(event, at: 0)
        return true
      default: break
      }
      state.events.append(event)
      return true
    }
    if isNew { news.open() }
  }

  /// Waits for the next event.
  func next() -> ServerEvent {
    while true {
      let event = take()
      if case .call = event {
        IOThread.sleep(for: Self.callPause)
        state.withLock { $0.hasCall = false }
      }
      if let event { return event }
      news.wait()
    }
  }

  /// Returns the next event without waiting.
  func take() -> ServerEvent? {
    state.withLock { state in
      guard !state.events.isEmpty else { return nil }
      let event = state.events.removeFirst()
      switch event {
      case .tick: state.hasTick = false
      case .stop: state.isStopping = true
      default: break
      }
      return event
    }
  }
}
