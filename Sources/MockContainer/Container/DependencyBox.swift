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
