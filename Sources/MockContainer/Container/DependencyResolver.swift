internal import MockCalls

/// Provides services by the types under which they were registered.
///
/// It is a ``DependencyContainer`` or another container.
///
/// A service that keeps its resolver keeps the container, which in turn keeps the service. Both then live until the
/// service is replaced.
public protocol DependencyResolver: Sendable {
  /// Returns the service of a type.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service, which may be created for this call.
  /// - Throws: ``DependencyError``.
  func resolve<Service: Sendable>(_ type: Service.Type) throws(DependencyError) -> Service

  /// Returns the service of a type, even if it is created asynchronously.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service, which may be created for this call.
  /// - Throws: ``DependencyError``.
  func resolve<Service: Sendable>(_ type: Service.Type) async throws(DependencyError) -> Service

  /// Returns the service of a key.
  ///
  /// - Parameter spec: The key.
  /// - Returns: The service, which may be created for this call.
  /// - Throws: ``DependencyError``.
  func resolve<Spec: ServiceSpec>(spec: Spec.Type) throws(DependencyError) -> Spec.Service
}

extension DependencyResolver {
  /// Returns the service of the inferred type: `let login: any LoginService = try resolver.resolve()`.
  ///
  /// - Throws: ``DependencyError``.
  public func resolve<Service: Sendable>() throws(DependencyError) -> Service {
    try resolve(Service.self)
  }

  /// Returns the service of the inferred type, even if it is created asynchronously.
  ///
  /// - Throws: ``DependencyError``.
  public func resolve<Service: Sendable>() async throws(DependencyError) -> Service {
    try await resolve(Service.self)
  }

  /// Returns the service of a key by its name in ``ServiceKeys``, for code that can't continue without the service.
  ///
  /// If ``resolve(spec:)`` would throw, the error is reported to the ``MockFailureHandler``, and the process stops.
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
