internal import Foundation
public import MockServices

/// A shop in which everything was bought for a year.
public struct MockProSubscriptionService: SubscriptionServiceProtocol {
  private let clock: MockClock

  /// Creates the mock.
  ///
  /// - Parameter clock: The clock that says what today is; the machine's by default.
  public init(clock: MockClock = .system) { self.clock = clock }

  /// Pro, for 365 days from now.
  public func currentStatus() async -> SubscriptionStatus {
    SubscriptionStatus(
      tier: .pro, expirationDate: clock.today.addingTimeInterval(365 * 24 * 3600))
  }

  /// True.
  public var isPremium: Bool { get async { true } }
}
