internal import Foundation
public import MockServices

/// A shop with an active subscription for a year.
public struct MockProSubscriptionService: SubscriptionServiceProtocol {
  private let clock: MockClock

  /// Creates the mock.
  ///
  /// - Parameter clock: The clock for the current date; the system clock by default.
  public init(clock: MockClock = .system) { self.clock = clock }

  /// Returns a pro subscription for 365 days from now.
  public func currentStatus() async -> SubscriptionStatus {
    SubscriptionStatus(
      tier: .pro, expirationDate: clock.today.addingTimeInterval(365 * 24 * 3600))
  }

  /// Always true.
  public var isPremium: Bool { get async { true } }
}
