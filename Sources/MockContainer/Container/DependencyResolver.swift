internal import MockCalls

/// Gives out services by the types as which they were registered: a ``DependencyContainer``, or another container.
///
/// A service that keeps its resolver keeps the container, which keeps the service: both then live until the
/// service is replaced.
public protocol DependencyResolver: Sendable {
  /// The service of a type.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service, which may be made for this call.
  /// - Throws: ``DependencyError``.
  func resolve<Service: Sendable>(_ type: Service.Type) throws(DependencyError) -> Service

  /// The service of a type, also where it is made asynchronously.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service, which may be made for this call.
  /// - Throws: ``DependencyError``.
  func resolve<Service: Sendable>(_ type: Service.Type) async throws(DependencyError) -> Service

  /// The service of a key.
  ///
  /// - Parameter spec: The key.
  /// - Returns: The service, which may be made for this call.
  /// - Throws: ``DependencyError``.
  func resolve<Spec: ServiceSpec>(spec: Spec.Type) throws(DependencyError) -> Spec.Service
}

extension DependencyResolver {
  /// The service of the type that is asked for: `let login: any LoginService = try resolver.resolve()`.
  ///
  /// - Throws: ``DependencyError``.
  public func resolve<Service: Sendable>() throws(DependencyError) -> Service {
    try resolve(Service.self)
  }

  /// The service of the type that is asked for, also where it is made asynchronously.
  ///
  /// - Throws: ``DependencyError``.
  public func resolve<Service: Sendable>() async throws(DependencyError) -> Service {
    try await resolve(Service.self)
  }

  /// The service of a key by its name in ``ServiceKeys``, for code that cannot go on without it.
  ///
  /// What ``resolve(spec:)`` would throw goes to the ``MockFailureHandler``, and the process stops.
  ///
  /// - Parameter key: The name, such as `\.calendarStore`.
  /// - Returns: The service.
  public func resolve<Spec: ServiceSpec>(_ key: KeyPath<ServiceKeys, Spec.Type>) -> Spec.Service {
    do {
      return try resolve(spec: ServiceKeys()[keyPath: key])
    } catch {
      MockFailureHandler.stop(error.description)
    }
  }
}
