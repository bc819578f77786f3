/// The clock as Swift's own, to be given to what waits in an app: a debounce, a retry, a limit of time.
extension MockClock: Clock {
  /// Swift's own measure of time.
  public typealias Duration = Swift.Duration

  /// A time on a clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock started.
    public var elapsed: Swift.Duration

    /// The time that comes so much later.
    public func advanced(by duration: Swift.Duration) -> Instant {
      Instant(elapsed: elapsed + duration)
    }

    /// How long it takes to another time.
    public func duration(to other: Instant) -> Swift.Duration { other.elapsed - elapsed }

    /// Whether a time is before another.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.elapsed < second.elapsed
    }
  }

  /// What the clock shows.
  public var now: Instant { Instant(elapsed: elapsed) }

  /// The smallest step that the clock tells.
  public var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// Waits until a time on this clock.
  ///
  /// - Parameters:
  ///   - deadline: The time.
  ///   - tolerance: Of no use here: the clock wakes everybody in time.
  /// - Throws: `CancellationError` at once when the task is cancelled or the clock is reset.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    try await sleep(for: deadline.elapsed - elapsed)
  }
}
