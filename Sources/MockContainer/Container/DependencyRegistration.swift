internal import MockCalls
internal import MockPlatform

/// The registration of a key: the source of its service, and the service itself if it already exists.
struct DependencyRegistration {
  enum Source {
    case instance(AnyDependencyBox)
    case factory(@Sendable (any DependencyResolver) throws -> AnyDependencyBox)
    case asynchronous(@Sendable (any DependencyResolver) async throws -> AnyDependencyBox)
  }

  /// A service that was created, with the keys of everything that it depends on, directly or indirectly.
  struct Made {
    var box: AnyDependencyBox
    var dependencies: Set<DependencyKey>
  }

  /// The type of the service, which may be registered under several keys.
  let service: ObjectIdentifier
  let source: Source
  let scope: DependencyScope
  var made: Made?
  var wasResolved = false

  init(_ service: any Any.Type, _ source: Source, scope: DependencyScope = .singleton) {
    self.service = ObjectIdentifier(service)
    self.source = source
    self.scope = scope
  }
}

/// The lifetime of a service that a factory creates.
public enum DependencyScope: Sendable, CaseIterable {
  /// A single service, which is created on first use (the default).
  case singleton
  /// One service for all factories that run within a single call to `resolve`.
  case graph
  /// A new service for each call to `resolve`.
  case transient
}

/// A service that a mock has replaced.
///
/// It is created when the first call is passed to it.
final class ReplacedService: Sendable {
  private let registration: DependencyRegistration.Source
  private let container: DependencyContainer
  private let made = Locked<AnyDependencyBox?>(nil)

  init(_ registration: DependencyRegistration, in container: DependencyContainer) {
    self.registration = registration.source
    self.container = container
    if let box = registration.made?.box { made.withLock { $0 = box } }
  }

  /// The service, or `nil` if its factory is async or fails.
  var service: Any? {
    if let box = made.withLock({ $0 }) { return box.any }
    let box: AnyDependencyBox?
    switch registration {
    case .instance(let known): box = known
    case .factory(let make):
      do {
        box = try make(container)
      } catch {
        // The call's own error only says that there is no live service, but not why.
        MockFailureHandler.report(
          MockFailure(
            severity: .report,
            message:
              "the live service for passed-through calls cannot be created: \(error)"
          ))
        box = nil
      }
    case .asynchronous: box = nil
    }
    guard let box else { return nil }
    return made.withLock { made in
      // Another thread may have created the service in the meantime.
      let kept = made ?? box
      made = kept
      return kept.any
    }
  }
}

/// A service, stored together with its type.
///
/// `@unchecked Sendable`: The box is constant, and `resolve` returns only services of `Sendable` types.
/// ``DependencyContainer/receive(_:as:)`` can store other services, but callers can't resolve them.
final class DependencyBox<Service>: AnyDependencyBox, @unchecked Sendable {
  let service: Service

  init(_ service: Service) {
    self.service = service
  }

  override var any: Any { service }
}

/// A box for a service of any type.
///
/// `@unchecked Sendable`, like its subclass.
class AnyDependencyBox: @unchecked Sendable {
  /// The service, type-erased.
  var any: Any { preconditionFailure("every box is one of a type") }
}

/// The key of a service: a type, or a ``ServiceSpec``.
struct DependencyKey: Sendable {
  private let id: ObjectIdentifier
  /// The type's name, as written in source code.
  let name: String
  /// The type's name, including its module.
  let fullName: String

  init(_ type: any Any.Type) {
    id = ObjectIdentifier(type)
    name = String(describing: type)
    fullName = String(reflecting: type)
  }
}

extension DependencyKey: Hashable {
  static func == (first: DependencyKey, second: DependencyKey) -> Bool { first.id == second.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
