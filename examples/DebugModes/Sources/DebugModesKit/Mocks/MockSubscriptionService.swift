/// A shop in which nobody has bought anything.
public actor MockSubscriptionService: SubscriptionServiceProtocol {
  /// Creates the mock.
  public init() {}

  /// Free.
  public func currentStatus() async -> SubscriptionStatus { .free }

  /// False.
  public var isPremium: Bool { get async { false } }
}
