internal import MockCalls
internal import MockPlatform

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

/// A service that a mock has replaced, made when the first call is passed to it.
final class ReplacedService: Sendable {
  private let registration: DependencyRegistration.Source
  private let container: DependencyContainer
  private let made = Locked<AnyDependencyBox?>(nil)

  init(_ registration: DependencyRegistration, in container: DependencyContainer) {
    self.registration = registration.source
    self.container = container
    if let box = registration.made?.box { made.withLock { $0 = box } }
  }

  /// The service; nil for one that its factory cannot make without waiting.
  var service: Any? {
    if let box = made.withLock({ $0 }) { return box.any }
    let box: AnyDependencyBox?
    switch registration {
    case .instance(let known): box = known
    case .factory(let make):
      do {
        box = try make(container)
      } catch {
        // The call says that there is no live service, and not why.
        MockFailureHandler.report(
          MockFailure(
            severity: .report,
            message:
              "the service that a mock replaced, and passes calls to, cannot be made: \(error)"))
        box = nil
      }
    case .asynchronous: box = nil
    }
    guard let box else { return nil }
    return made.withLock { made in
      // Another thread may have made one meanwhile.
      let kept = made ?? box
      made = kept
      return kept.any
    }
  }
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

  override var any: Any { service }
}

/// A box of whatever type; `@unchecked Sendable` as every box is.
class AnyDependencyBox: @unchecked Sendable {
  /// The service, whatever its type.
  var any: Any { preconditionFailure("every box is one of a type") }
}
