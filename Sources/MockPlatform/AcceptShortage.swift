/// Whether a listener lacks descriptors or memory for the connections that wait, so that it is said once.
package struct AcceptShortage {
  private var isShort = false
  /// When it was said last; nil if it never was.
  private var lastNote: ContinuousClock.Instant?

  /// The time after which a further shortage is said again.
  private static let pause = Duration.seconds(10)

  package init() {}

  /// Notes that a connection could not be accepted.
  ///
  /// - Returns: What to say; nil if it was said already.
  package mutating func begin(_ error: SystemError) -> String? {
    defer { isShort = true }
    guard !isShort, lastNote.map({ .now - $0 > Self.pause }) ?? true else { return nil }
    lastNote = .now
    return "\(error): new connections wait until others end; \(SystemError.shortageRemedy)"
  }

  /// Notes that a connection was accepted.
  package mutating func end() { isShort = false }
}
