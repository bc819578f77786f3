internal import MockPlatform

/// A run of a script.
///
/// Through it, the script's words check whether this is still the current run of the runtime.
final class ScriptRun: Sendable {
  private let isOver = AtomicNumber()

  /// Whether the runtime hasn't been reset since the run started.
  var isCurrent: Bool { isOver.value == 0 }

  /// Ends the run, so that the rest of it doesn't affect the next one.
  func end() { isOver.value = 1 }

  /// - Throws: `CancellationError` if the run has ended.
  func check() throws {
    if !isCurrent { throw CancellationError() }
  }
}
