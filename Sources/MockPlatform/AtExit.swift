internal import CLibrary

/// Runs closures when the process exits normally, in no particular order.
package enum AtExit {
  private static let bodies = Locked<[@Sendable () -> Void]?>(nil)

  /// Runs `body` on the thread that ends the process.
  ///
  /// If a signal ends the process, `body` doesn't run.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    let isFirst = bodies.withLock { bodies in
      defer { bodies = (bodies ?? []) + [body] }
      return bodies == nil
    }
    if isFirst { atexit { AtExit.finish() } }
  }

  private static func finish() {
    for body in bodies.withLock({ $0 ?? [] }) { body() }
  }
}
