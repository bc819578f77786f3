internal import MockCalls
internal import MockData

/// Provides services by the types under which they were registered.
///
/// ``DependencyContainer`` conforms to this protocol. Other containers can, too.
///
/// A service that stores its resolver retains the container, which in turn retains the service. Both live until the
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

  /// Returns the service of a key, given as a key path of ``ServiceKeys``.
  ///
  /// Use it in code that can't continue without the service.
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

/// The reason why a service can't be resolved.
public enum DependencyError: Error, Sendable {
  /// Nothing is registered for the type.
  ///
  /// `needed` lists the services that were being created, outermost first. `known` lists the registered services.
  case unregistered(String, needed: [String], known: [String])
  /// The services depend on each other.
  ///
  /// The list starts and ends with the same service.
  case circle([String])
  /// The service is created asynchronously, but the caller doesn't use `await`.
  case asynchronous(String, needed: [String])
  /// The factory threw an error.
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
        + "write `try await resolve`, and register a factory that does so with `async:`"
    case .factory(let name, let needed, let cause):
      return "the factory of `\(name)`\(Self.relation(needed)) failed: \(cause)"
    }
  }

  /// Returns the services that need this one, innermost first.
  private static func relation(_ needed: [String]) -> String {
    guard !needed.isEmpty else { return "" }
    let names = needed.reversed().map { "`\($0)`" }
    return " (needed by \(names.joined(separator: ", needed by ")))"
  }
}
