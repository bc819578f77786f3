internal import LuaRuntime
internal import MockPlatform

/// Stops the text that runs, when its task is cancelled.
///
/// A function that catches errors may swallow one interruption, so that it is repeated until the text has
/// ended.
final class ConsoleInterruption: Sendable {
  private struct State {
    var isRunning = true
    var isWanted = false
  }

  private static let pause = Duration.milliseconds(20)

  private let handle: InterruptHandle
  private let state = Locked(State())

  init(_ handle: InterruptHandle) { self.handle = handle }

  /// Stops the text now, from any thread.
  func start() {
    guard interrupt() else { return }
    Task.detached { [self] in
      repeat { try? await Task.sleep(for: Self.pause) } while interrupt()
    }
  }

  /// Whether the text was stopped, or was about to be.
  var wasWanted: Bool { state.withLock { $0.isWanted } }

  /// The text has ended: nothing is left to stop.
  func end() {
    state.withLock { $0.isRunning = false }
    handle.withdraw()
  }

  private func interrupt() -> Bool {
    state.withLock { state in
      state.isWanted = true
      if state.isRunning { handle.interrupt() }
      return state.isRunning
    }
  }
}
