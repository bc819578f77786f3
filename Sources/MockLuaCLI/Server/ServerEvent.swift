import MockInspector
import MockPlatform

/// Something that a server of a session has to do something about.
enum ServerEvent: Sendable {
  /// A call was recorded or has ended.
  case call
  /// A line was typed.
  case line(String)
  /// The files may have changed.
  case tick
  /// An app has joined or left.
  case apps
  /// Something is wrong.
  case finding(String)
  /// The inspector asks to begin again; the closure hears how that went.
  case restart(SessionRestart, @Sendable (String?) -> Void)
  /// The process was asked to end.
  case stop
}

/// The events that wait; any thread adds one, and one thread takes them.
final class ServerEvents: Sendable {
  private struct State {
    var events: [ServerEvent] = []
    /// Whether calls, or files, are to be looked at already.
    var hasCall = false
    var hasTick = false
    /// Whether the thread that takes events loads a script.
    var isLoading = false
    /// Whether that thread knows that the process was asked to end.
    var isStopping = false
  }

  private let state = Locked(State())
  private let news = Latch()

  var isLoading: Bool { state.withLock(\.isLoading) }
  /// Whether the end that was asked for has begun.
  var isStopping: Bool { state.withLock(\.isStopping) }

  /// Loads a script, which may take as long as its limits let it.
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
        // Nothing that came before keeps the process from its end.
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
      if let event = take() { return event }
      news.wait()
    }
  }

  private func take() -> ServerEvent? {
    state.withLock { state in
      guard !state.events.isEmpty else { return nil }
      let event = state.events.removeFirst()
      switch event {
      case .call: state.hasCall = false
      case .tick: state.hasTick = false
      case .stop: state.isStopping = true
      default: break
      }
      return event
    }
  }
}
