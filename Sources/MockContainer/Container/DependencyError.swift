internal import MockData

/// The reason why a service can't be resolved.
public enum DependencyError: Error, Sendable {
  /// Nothing is registered for the type.
  ///
  /// `needed` lists the services that were being created, outermost first. `known` lists the registered services.
  case unregistered(String, needed: [String], known: [String])
  /// The services need each other.
  ///
  /// The list starts and ends with the same service.
  case circle([String])
  /// The service is created asynchronously, but the caller doesn't use `await`.
  case asynchronous(String, needed: [String])
  /// The factory threw an error.
  case factory(String, needed: [String], cause: any Error)
}

extension DependencyError: CustomStringConvertible {
  /// The problem as `problem; what to write`.
  public var description: String {
    switch self {
    case .unregistered(let name, let needed, let known):
      let hint = NearestName.hint(for: name, candidates: known)
      return "no service is registered for `\(name)`\(Self.relation(needed)); "
        + (hint ?? "register it with `register(_:for:)`")
    case .circle(let names):
      return "services depend on each other in a circle: \(names.joined(separator: " -> ")); "
        + "let one of them resolve the other when it uses it, not when it is created"
    case .asynchronous(let name, let needed):
      return "`\(name)`\(Self.relation(needed)) is created asynchronously; "
        + "write `try await resolve`; register a factory that does so with `async:`"
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
