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
  ///
  /// Configurations name services by their protocols, and the app resolves them by keys.
  public func receive<Service>(_ service: Service, as type: Service.Type) {
    switch service {
    case let engine as any LLMEngineProtocol: register(LLMEngineSpec.self) { _ in engine }
    case let store as any CalendarStoreProtocol: register(CalendarStoreSpec.self) { _ in store }
    case let shop as any SubscriptionServiceProtocol:
      register(SubscriptionServiceSpec.self) { _ in shop }
    default: container.receive(service, as: type)
    }
  }
}
