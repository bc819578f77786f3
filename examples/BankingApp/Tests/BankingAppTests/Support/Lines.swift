import Foundation

/// The lines that the screens have shown.
///
/// `@unchecked Sendable`: `lines` is only touched under `lock`.
final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  /// Adds a line.
  var show: @Sendable (String) -> Void {
    { [self] line in lock.withLock { lines.append(line) } }
  }
}
