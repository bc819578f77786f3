/// A shop without any purchases.
public actor MockSubscriptionService: SubscriptionServiceProtocol {
  /// Creates the mock.
  public init() {}

  /// Returns the free status.
  public func currentStatus() async -> SubscriptionStatus { .free }

  /// Always false.
  public var isPremium: Bool { get async { false } }
}
