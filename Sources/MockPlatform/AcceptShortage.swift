/// A listener's shortage of descriptors or memory for waiting connections, tracked so that it's reported only once.
package struct AcceptShortage {
  private var isShort = false
  /// The time of the last report; nil if there hasn't been one.
  private var lastNote: ContinuousClock.Instant?

  /// The time that must pass before another shortage is reported.
  private static let pause = Duration.seconds(10)

  package init() {}

  /// Notes that a connection could not be accepted.
  ///
  /// - Returns: The message to report; nil if the shortage has already been reported.
  package mutating func begin(_ error: SystemError) -> String? {
    defer { isShort = true }
    guard !isShort, lastNote.map({ .now - $0 > Self.pause }) ?? true else { return nil }
    lastNote = .now
    return "\(error): new connections wait until others end; \(SystemError.shortageSuggestion)"
  }

  /// Notes that a connection was accepted.
  package mutating func end() { isShort = false }
}
