internal import LuaRuntime
internal import MockPlatform

/// Interrupts the running console input when its task is canceled.
///
/// A function that catches errors can ignore an interruption, so the interruption repeats until the input has ended.
final class ConsoleInterruption: Sendable {
  private struct State {
    var isRunning = true
    var isWanted = false
  }

  private static let pause = Duration.milliseconds(20)

  private let handle: InterruptHandle
  private let state = Locked(State())

  init(_ handle: InterruptHandle) { self.handle = handle }

  /// Interrupts the input, from any thread.
  func start() {
    guard interrupt() else { return }
    Task.detached { [self] in
      repeat { try? await Task.sleep(for: Self.pause) } while interrupt()
    }
  }

  /// Whether an interruption was requested.
  var wasWanted: Bool { state.withLock { $0.isWanted } }

  /// Marks the input as ended, and withdraws any interruption.
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
