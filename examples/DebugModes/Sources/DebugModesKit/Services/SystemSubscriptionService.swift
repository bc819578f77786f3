/// The shop, in which nobody has bought anything.
public struct SystemSubscriptionService: SubscriptionServiceProtocol {
  /// Creates the service.
  public init() {}

  /// Free.
  public func currentStatus() async -> SubscriptionStatus { .free }

  /// False.
  public var isPremium: Bool { get async { false } }
}
