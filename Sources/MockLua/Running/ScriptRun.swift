internal import Synchronization

/// Tells the words of a script, which run wherever they wait, whether it still is the runtime's script.
final class ScriptRun: Sendable {
  private let isOver = Atomic(false)

  /// False once the runtime was reset.
  var isCurrent: Bool { !isOver.load(ordering: .acquiring) }

  /// Ends the run: what is left of it reaches nothing of the next one.
  func end() { isOver.store(true, ordering: .releasing) }

  /// - Throws: `CancellationError` once the run is over.
  func check() throws {
    if !isCurrent { throw CancellationError() }
  }
}
