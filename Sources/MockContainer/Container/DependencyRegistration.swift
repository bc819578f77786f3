/// How the service of a key is had, and what of it is there already.
struct DependencyRegistration {
  enum Source {
    case instance(AnyDependencyBox)
    case factory(@Sendable (any DependencyResolver) throws -> AnyDependencyBox)
    case asynchronous(@Sendable (any DependencyResolver) async throws -> AnyDependencyBox)
  }

  /// A singleton, with everything that it was made from, directly or not.
  struct Made {
    var box: AnyDependencyBox
    var dependencies: Set<DependencyKey>
  }

  /// The type of the service, which may be registered under several keys.
  let service: ObjectIdentifier
  let source: Source
  let scope: DependencyScope
  var made: Made?
  /// Whether anybody has asked for it.
  var wasResolved = false

  init(_ service: any Any.Type, _ source: Source, scope: DependencyScope = .singleton) {
    self.service = ObjectIdentifier(service)
    self.source = source
    self.scope = scope
  }
}

/// How long what a factory made is used.
public enum DependencyScope: Sendable, CaseIterable {
  /// One for all, made when it is first asked for; the default.
  case singleton
  /// One for everything that is made in the course of one `resolve`.
  case graph
  /// A new one for everybody who asks.
  case transient
}

/// Holds a service under the type as which it is resolved.
///
/// `@unchecked Sendable`: it is constant, and `resolve` takes services out of it only as `Sendable`
/// types. ``DependencyContainer/receive(_:as:)`` may put in others, which then nobody reaches.
final class DependencyBox<Service>: AnyDependencyBox, @unchecked Sendable {
  let service: Service

  init(_ service: Service) {
    self.service = service
  }
}

/// A box of whatever type; `@unchecked Sendable` as every box is.
class AnyDependencyBox: @unchecked Sendable {}
