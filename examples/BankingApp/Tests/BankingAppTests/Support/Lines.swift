import Synchronization

/// The lines that screens have shown.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  /// Takes a line.
  var show: @Sendable (String) -> Void {
    { [self] line in lines.withLock { $0.append(line) } }
  }
}
