/// A key for a service, which can also create the service that the app uses in production.
///
/// ```swift
/// enum CalendarStoreSpec: ServiceSpec {
///   static func makeService(_ resolver: any DependencyResolver) -> any CalendarStore {
///     SystemCalendarStore()
///   }
/// }
/// extension ServiceKeys {
///   var calendarStore: CalendarStoreSpec.Type { CalendarStoreSpec.self }
/// }
/// ```
public protocol ServiceSpec: SendableMetatype {
  /// The type of the service, usually a protocol.
  associatedtype Service: Sendable

  /// The lifetime of the service (default: ``DependencyScope/singleton``).
  static var scope: DependencyScope { get }

  /// Creates the service that the app uses in production.
  ///
  /// - Parameter resolver: Resolves the services that this service depends on.
  /// - Returns: The service.
  /// - Throws: An error if the service can't be created. `resolve` reports it as
  ///   ``DependencyError/factory(_:needed:cause:)``.
  static func makeService(_ resolver: any DependencyResolver) throws -> Service
}

extension ServiceSpec {
  /// The singleton scope.
  public static var scope: DependencyScope { .singleton }
}

/// The names of an app's ``ServiceSpec`` types, which make `resolver.resolve(\.calendarStore)` possible.
///
/// In an extension, add a computed property for each spec. The property's type is the spec's metatype, such as
/// `CalendarStoreSpec.Type`.
public struct ServiceKeys: Sendable {}

extension DependencyContainer {
  /// Registers a factory under a key, and replaces an earlier registration.
  ///
  /// ```swift
  /// container.register(CalendarStoreSpec.self) { _ in MockCalendarStore() }
  /// ```
  ///
  /// - Parameters:
  ///   - spec: The key.
  ///   - scope: The lifetime of the service (default: the scope of the key).
  ///   - make: Creates the service. The closure can resolve other services.
  public func register<Spec: ServiceSpec>(
    _ spec: Spec.Type, scope: DependencyScope? = nil,
    _ make: @escaping @Sendable (any DependencyResolver) throws -> Spec.Service
  ) {
    let source = DependencyRegistration.Source.factory { DependencyBox(try make($0)) }
    register(.init(Spec.Service.self, source, scope: scope ?? Spec.scope), for: DependencyKey(spec))
  }

  /// Registers the production service of each key.
  ///
  /// - Parameter specs: The keys.
  public func registerAll(_ specs: any ServiceSpec.Type...) {
    for spec in specs { registerProduction(spec) }
  }

  private func registerProduction<Spec: ServiceSpec>(_ spec: Spec.Type) {
    register(spec) { try Spec.makeService($0) }
  }
}
