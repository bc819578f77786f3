/// The shop.
public protocol SubscriptionServiceProtocol: Sendable {
  /// The user's subscription.
  func currentStatus() async -> SubscriptionStatus

  /// Whether all features are unlocked.
  var isPremium: Bool { get async }
}
