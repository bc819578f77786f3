/// Conformance to Swift's `Clock`, so that you can pass the clock to the app's debounces, retries, and timeouts.
extension MockClock: Clock {
  /// The standard library's duration type.
  public typealias Duration = Swift.Duration

  /// A time on a clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock started.
    public var elapsed: Swift.Duration

    /// Returns the instant that is `duration` later.
    public func advanced(by duration: Swift.Duration) -> Instant {
      Instant(elapsed: elapsed + duration)
    }

    /// Returns the time from this instant to another.
    public func duration(to other: Instant) -> Swift.Duration { other.elapsed - elapsed }

    /// Returns whether one instant is before another.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.elapsed < second.elapsed
    }
  }

  /// The current time of the clock.
  public var now: Instant { Instant(elapsed: elapsed) }

  /// The smallest step of the clock, 1 nanosecond.
  public var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// Waits until a time on this clock.
  ///
  /// - Parameters:
  ///   - deadline: The time.
  ///   - tolerance: Ignored: the clock wakes every sleeper on time.
  /// - Throws: `CancellationError` as soon as the task is canceled or the clock is reset.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    try await sleep(for: deadline.elapsed - elapsed)
  }
}
