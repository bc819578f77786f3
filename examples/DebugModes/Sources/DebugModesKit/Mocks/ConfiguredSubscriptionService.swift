public import MockServices

/// A shop that answers from the configuration of the launch.
@MockService
public actor ConfiguredSubscriptionService: SubscriptionServiceProtocol {
  /// The configured status.
  public func currentStatus() async -> SubscriptionStatus

  /// Whether the configured status is pro.
  public var isPremium: Bool { get async { await currentStatus().tier == .pro } }
}
