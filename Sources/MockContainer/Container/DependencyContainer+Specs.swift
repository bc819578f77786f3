extension DependencyContainer {
  /// Registers a factory under a key, replacing an earlier registration.
  ///
  /// ```swift
  /// container.register(CalendarStoreSpec.self) { _ in MockCalendarStore() }
  /// ```
  ///
  /// - Parameters:
  ///   - spec: The key.
  ///   - scope: The scope of the service (default: that of the key).
  ///   - make: Creates the service from others.
  public func register<Spec: ServiceSpec>(
    _ spec: Spec.Type, scope: DependencyScope? = nil,
    _ make: @escaping @Sendable (any DependencyResolver) throws -> Spec.Service
  ) {
    let source = DependencyRegistration.Source.factory { DependencyBox(try make($0)) }
    register(.init(Spec.Service.self, source, scope: scope ?? Spec.scope), for: DependencyKey(spec))
  }

  /// Registers the production services under their keys.
  ///
  /// - Parameter specs: The keys.
  public func registerAll(_ specs: any ServiceSpec.Type...) {
    for spec in specs { registerProduction(spec) }
  }

  private func registerProduction<Spec: ServiceSpec>(_ spec: Spec.Type) {
    register(spec) { try Spec.makeService($0) }
  }
}
