public import MockServices

/// The services of the app, by their keys.
public final class ServiceProvider: Sendable {
  /// The services of the running app.
  public static let shared = ServiceProvider()

  private let container = DependencyContainer()

  /// Creates a provider that knows no services.
  public init() {}

  /// Registers all services of production.
  public func registerAll() {
    container.registerAll(
      LLMEngineSpec.self, CalendarServiceSpec.self, CalendarStoreSpec.self,
      SubscriptionServiceSpec.self, CalendarSyncManagerSpec.self)
  }

  /// Registers a service under its key, in place of the one before; what was made from it is made anew.
  public func register<Spec: ServiceSpec>(
    _ spec: Spec.Type, _ make: @escaping @Sendable (any DependencyResolver) throws -> Spec.Service
  ) {
    container.register(spec, make)
  }

  /// The service of a key.
  public func resolve<Spec: ServiceSpec>(_ key: KeyPath<ServiceKeys, Spec.Type>) -> Spec.Service {
    container.resolve(key)
  }
}

extension ServiceProvider: MockServiceReceiver {
  /// Takes a mock of the launch's configuration, which beats the tier for this one service.
  public func receive<Service>(_ service: Service, as type: Service.Type) {
    container.receive(service, as: type)
  }

  /// Whether somebody has resolved a service that a mock is to replace.
  public func wasResolved(_ type: any Any.Type) -> Bool { container.wasResolved(type) }
}
