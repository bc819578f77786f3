/// Tracks whether a listener lacks descriptors or memory for waiting connections, so that this is reported only once.
package struct AcceptShortage {
  private var isShort = false
  /// The time of the last report; nil if nothing was reported.
  private var lastNote: ContinuousClock.Instant?

  /// The time that must pass before another shortage is reported.
  private static let pause = Duration.seconds(10)

  package init() {}

  /// Notes that a connection could not be accepted.
  ///
  /// - Returns: The message to report; nil if the shortage was already reported.
  package mutating func begin(_ error: SystemError) -> String? {
    defer { isShort = true }
    guard !isShort, lastNote.map({ .now - $0 > Self.pause }) ?? true else { return nil }
    lastNote = .now
    return "\(error): new connections wait until others end; \(SystemError.shortageSuggestion)"
  }

  /// Notes that a connection was accepted.
  package mutating func end() { isShort = false }
}
