internal import MockPlatform

/// Creates and provides the services of an app.
///
/// ```swift
/// let container = DependencyContainer()
/// container.register(SystemClock(), for: (any Clock).self)
/// container.register(for: (any Store).self) { resolver in Store(clock: try resolver.resolve()) }
/// let store = try container.resolve((any Store).self)
/// ```
///
/// You can use it on any thread. A singleton is only created once. Factories run without holding locks. The container
/// keeps track of what a factory resolves. If you replace a registration, services that were created from it are
/// created again. Code that already has the old services keeps them.
public final class DependencyContainer: Sendable {
  /// The app's container, which ``MockServiceBootstrap`` uses by default.
  public static let shared = DependencyContainer()

  struct State {
    var registrations: [DependencyKey: DependencyRegistration] = [:]
    /// The singletons that are being created.
    var builds: [DependencyKey: DependencyBuild] = [:]
  }

  let state = Locked(State())

  /// Creates an empty container.
  public init() {}

  /// Registers a service, replacing an earlier registration for the type.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - type: The type under which it is resolved, such as `(any LoginService).self`.
  public func register<Service: Sendable>(_ service: Service, for type: Service.Type) {
    register(.init(type, .instance(DependencyBox(service))), for: DependencyKey(type))
  }

  /// Registers a factory, replacing an earlier registration for the type.
  ///
  /// - Parameters:
  ///   - type: The type under which the service is resolved, such as `(any LoginService).self`.
  ///   - scope: The scope of the service (default: a singleton).
  ///   - make: Creates the service from others. It runs on the thread of the first caller.
  public func register<Service: Sendable>(
    for type: Service.Type, scope: DependencyScope = .singleton,
    _ make: @escaping @Sendable (any DependencyResolver) throws -> Service
  ) {
    let source = DependencyRegistration.Source.factory { DependencyBox(try make($0)) }
    register(.init(type, source, scope: scope), for: DependencyKey(type))
  }

  /// Registers an async factory, replacing an earlier registration for the type.
  ///
  /// Resolve its service with `try await resolve`. A singleton that already exists can also be resolved without
  /// `await`. If a caller is canceled while the service is being created, the factory is only canceled if the scope
  /// creates the service for that caller.
  ///
  /// - Parameters:
  ///   - type: The type under which the service is resolved, such as `(any LoginService).self`.
  ///   - scope: The scope of the service (default: a singleton).
  ///   - make: Creates the service from others.
  public func register<Service: Sendable>(
    for type: Service.Type, scope: DependencyScope = .singleton,
    async make: @escaping @Sendable (any DependencyResolver) async throws -> Service
  ) {
    let source = DependencyRegistration.Source.asynchronous { DependencyBox(try await make($0)) }
    register(.init(type, source, scope: scope), for: DependencyKey(type))
  }

  /// Returns whether a service of a type has been resolved since it was registered, under any key.
  public func wasResolved(_ type: any Any.Type) -> Bool {
    let service = ObjectIdentifier(type)
    return state.withLock { state in
      state.registrations.values.contains { $0.service == service && $0.wasResolved }
    }
  }

  /// Registers a service, and discards everything that was created from the previous registration.
  func register(_ registration: DependencyRegistration, for key: DependencyKey) {
    SecondCopy.report()
    let forgotten = state.withLock { state in
      var forgotten = [state.registrations.updateValue(registration, forKey: key)]
      for (other, registration) in state.registrations
      where registration.made?.dependencies.contains(key) == true {
        forgotten.append(registration)
        state.registrations[other]?.made = nil
      }
      for (other, build) in state.builds
      where other == key || build.dependencies.contains(key) {
        // The build continues for callers that are already waiting, but its result isn't stored.
        state.builds[other] = nil
      }
      return forgotten
    }
    // Freed without holding the lock, because freeing a service may call the container.
    withExtendedLifetime(forgotten) {}
  }
}

extension DependencyContainer: MockServiceReceiver {
  /// Returns a closure that finds the service registered for a type, including under a ``ServiceSpec``.
  ///
  /// If necessary, the closure creates the service. It can't do that if the factory is async. In that case, pass the
  /// service to the mock with `init(passingTo:)`.
  public func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)? {
    let service = ObjectIdentifier(type)
    let known = state.withLock { state in
      state.registrations.values.first { $0.service == service }
    }
    guard let replaced = known.map({ ReplacedService($0, in: self) }) else { return nil }
    return { replaced.service }
  }

  /// Replaces the app's service with a mock.
  ///
  /// ``MockServiceBootstrap`` calls it. Services of the type that are registered under a ``ServiceSpec`` are replaced
  /// as well.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type under which it is resolved. A type that isn't `Sendable` can't be resolved.
  public func receive<Service>(_ service: Service, as type: Service.Type) {
    let registration = DependencyRegistration(type, .instance(DependencyBox(service)))
    let keys = state.withLock { state in
      state.registrations.filter { $0.value.service == registration.service }.keys
    }
    for key in Set(keys).union([DependencyKey(type)]) { register(registration, for: key) }
  }
}
