public import MockServices

/// The key of the shop.
public enum SubscriptionServiceSpec: ServiceSpec {
  /// Makes the system's shop.
  public static func makeService(
    _ resolver: any DependencyResolver
  ) -> any SubscriptionServiceProtocol {
    SystemSubscriptionService()
  }
}
