internal import MockCalls
internal import MockPlatform

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// The timeouts of a request, on the clock of its scenario.
final class RequestTimeout: Sendable {
  /// The maximum time that the session waits for the next piece of a response; nil for no limit.
  private let idle: Duration?
  /// The deadline for the complete response, measured from the clock's start; nil for no limit.
  private let end: Duration?
  private let clock: MockClock
  private let deadline = Locked<(deadline: ClockDeadline?, isOver: Bool)>((nil, false))

  init(_ request: URLRequest, _ configuration: URLSessionConfiguration?, on clock: MockClock) {
    self.clock = clock
    let stated = request.timeoutInterval
    // A request that sets the default explicitly looks the same as one that doesn't set a timeout.
    let idle =
      stated == Self.standard ? configuration?.timeoutIntervalForRequest ?? stated : stated
    self.idle = Self.duration(idle)
    end = Self.duration(configuration?.timeoutIntervalForResource).map { clock.elapsed + $0 }
  }

  /// The default timeout of `URLRequest`, in seconds.
  private static let standard: TimeInterval = 60
  /// The time above which there is no limit, in seconds (about 30 years).
  private static let longest: TimeInterval = 1e9

  private static func duration(_ interval: TimeInterval?) -> Duration? {
    guard let interval, interval > 0, interval < longest else { return nil }
    return .seconds(interval)
  }

  /// The remaining time for the call; nil for no limit.
  var limit: Duration? {
    let rest = end.map { $0 - clock.elapsed }
    return [idle, rest].compactMap(\.self).min()
  }

  /// Starts waiting for the first piece, unless the response has already arrived.
  func begin(_ fire: @escaping @Sendable () -> Void) {
    guard let limit, deadline.withLock({ !$0.isOver && $0.deadline == nil }) else { return }
    let made = ClockDeadline(on: clock, at: clock.elapsed + limit, fire)
    let isOver = deadline.withLock { deadline in
      deadline.deadline = made
      return deadline.isOver
    }
    if isOver { made.cancel() }
  }

  /// Restarts the timeout after a piece has arrived.
  func restart() {
    guard let limit, let deadline = deadline.withLock(\.deadline) else { return }
    deadline.move(to: clock.elapsed + limit)
  }

  /// Ends the timeout, because the response is complete.
  func cancel() {
    let made = deadline.withLock { deadline in
      deadline.isOver = true
      return deadline.deadline.take()
    }
    made?.cancel()
  }
}
