internal import MockPlatform

/// Tells the words of a script, which run wherever they wait, whether it still is the runtime's script.
final class ScriptRun: Sendable {
  private let isOver = AtomicNumber()

  /// False once the runtime was reset.
  var isCurrent: Bool { isOver.value == 0 }

  /// Ends the run: what is left of it reaches nothing of the next one.
  func end() { isOver.value = 1 }

  /// - Throws: `CancellationError` once the run is over.
  func check() throws {
    if !isCurrent { throw CancellationError() }
  }
}
