/// The shop.
public protocol SubscriptionServiceProtocol: Sendable {
  /// What the user has paid for.
  func currentStatus() async -> SubscriptionStatus

  /// Whether everything is unlocked.
  var isPremium: Bool { get async }
}
