internal import MockPlatform

/// A run of a script, with which the script's words check whether it is still the runtime's current one.
final class ScriptRun: Sendable {
  private let isOver = AtomicNumber()

  /// Whether the runtime hasn't been reset since.
  var isCurrent: Bool { isOver.value == 0 }

  /// Ends the run, so that the rest of it can't affect the next one.
  func end() { isOver.value = 1 }

  /// - Throws: `CancellationError` if the run has ended.
  func check() throws {
    if !isCurrent { throw CancellationError() }
  }
}
