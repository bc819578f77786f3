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
