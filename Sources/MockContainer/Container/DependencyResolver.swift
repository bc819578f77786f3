internal import MockCalls
internal import MockData

/// Resolves the services of an app by their types or keys.
///
/// ``DependencyContainer`` conforms to this protocol, and so can your own container.
///
/// If a service stores its resolver, the container and the service retain each other. Both live until you replace the
/// service.
public protocol DependencyResolver: Sendable {
  /// Returns the service that is registered for a type.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service. If necessary, the resolver creates it.
  /// - Throws: ``DependencyError``.
  func resolve<Service: Sendable>(_ type: Service.Type) throws(DependencyError) -> Service

  /// Returns the service that is registered for a type, and waits if its factory is async.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service. If necessary, the resolver creates it.
  /// - Throws: ``DependencyError``.
  func resolve<Service: Sendable>(_ type: Service.Type) async throws(DependencyError) -> Service

  /// Returns the service that is registered under a key.
  ///
  /// - Parameter spec: The key.
  /// - Returns: The service. If necessary, the resolver creates it.
  /// - Throws: ``DependencyError``.
  func resolve<Spec: ServiceSpec>(spec: Spec.Type) throws(DependencyError) -> Spec.Service
}

extension DependencyResolver {
  /// Returns the service of the inferred type, as in `let login: any LoginService = try resolver.resolve()`.
  ///
  /// - Throws: ``DependencyError``.
  public func resolve<Service: Sendable>() throws(DependencyError) -> Service {
    try resolve(Service.self)
  }

  /// Returns the service of the inferred type, and waits if its factory is async.
  ///
  /// - Throws: ``DependencyError``.
  public func resolve<Service: Sendable>() async throws(DependencyError) -> Service {
    try await resolve(Service.self)
  }

  /// Returns the service that is registered under a key, which you write as a key path of ``ServiceKeys``.
  ///
  /// Use this method in code that can't continue without the service. If ``resolve(spec:)`` would throw, this method
  /// reports the error to the ``MockFailureHandler``, and the process stops.
  ///
  /// - Parameter key: The key path, such as `\.calendarStore`.
  /// - Returns: The service.
  public func resolve<Spec: ServiceSpec>(_ key: KeyPath<ServiceKeys, Spec.Type>) -> Spec.Service {
    do {
      return try resolve(spec: ServiceKeys()[keyPath: key])
    } catch {
      MockFailureHandler.stop(error.description)
    }
  }
}

/// The reason why a service couldn't be resolved.
///
/// Except for ``circle(_:)``, the first value is the name of the service. `needed` lists the services that were being
/// created when the error occurred, outermost first.
public enum DependencyError: Error, Sendable {
  /// Nothing is registered for the type.
  ///
  /// `known` lists the registered services.
  case unregistered(String, needed: [String], known: [String])
  /// The services depend on each other.
  ///
  /// The list starts and ends with the same service.
  case circle([String])
  /// The service has an async factory, but the caller doesn't use `await`.
  case asynchronous(String, needed: [String])
  /// The service's factory threw an error.
  case factory(String, needed: [String], cause: any Error)
}

extension DependencyError: CustomStringConvertible {
  /// The message, in the form `problem; what to write`.
  public var description: String {
    switch self {
    case .unregistered(let name, let needed, let known):
      let hint = NearestName.hint(for: name, candidates: known)
      return "no service is registered for `\(name)`\(Self.relation(needed)); "
        + (hint ?? "register it with `register(_:for:)`")
    case .circle(let names):
      return "services depend on each other in a cycle: \(names.joined(separator: " -> ")); "
        + "resolve one of them when it is used, not when the other is created"
    case .asynchronous(let name, let needed):
      return "`\(name)`\(Self.relation(needed)) is created asynchronously; "
        + "write `try await resolve`, and use `async:` to register a factory that resolves it"
    case .factory(let name, let needed, let cause):
      return "the factory of `\(name)`\(Self.relation(needed)) failed: \(cause)"
    }
  }

  /// Returns a phrase that lists the services that need this one, innermost first.
  private static func relation(_ needed: [String]) -> String {
    guard !needed.isEmpty else { return "" }
    let names = needed.reversed().map { "`\($0)`" }
    return " (needed by \(names.joined(separator: ", needed by ")))"
  }
}
