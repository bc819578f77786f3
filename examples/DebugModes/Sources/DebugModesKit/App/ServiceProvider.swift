public import MockServices

/// The services of the app, by their keys.
public final class ServiceProvider: Sendable {
  /// The services of the running app.
  public static let shared = ServiceProvider()

  private let container = DependencyContainer()

  /// Creates a provider without services.
  public init() {}

  /// Registers all live services.
  public func registerAll() {
    container.registerAll(
      LLMEngineSpec.self, CalendarServiceSpec.self, CalendarStoreSpec.self,
      SubscriptionServiceSpec.self, CalendarSyncManagerSpec.self)
  }

  /// Registers a service under its key, replacing the previous one.
  ///
  /// Services that depend on it are created again.
  public func register<Spec: ServiceSpec>(
    _ spec: Spec.Type, _ make: @escaping @Sendable (any DependencyResolver) throws -> Spec.Service
  ) {
    container.register(spec, make)
  }

  /// Returns the service of a key.
  public func resolve<Spec: ServiceSpec>(_ key: KeyPath<ServiceKeys, Spec.Type>) -> Spec.Service {
    container.resolve(key)
  }
}

extension ServiceProvider: MockServiceReceiver {
  /// Registers a mock from the launch's configuration, which replaces the tier's service.
  public func receive<Service>(_ service: Service, as type: Service.Type) {
    container.receive(service, as: type)
  }

  /// Whether a service has already been resolved.
  public func wasResolved(_ type: any Any.Type) -> Bool { container.wasResolved(type) }
}
