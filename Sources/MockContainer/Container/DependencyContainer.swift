internal import MockPlatform

/// A container that creates and provides the services of an app.
///
/// ```swift
/// let container = DependencyContainer()
/// container.register(SystemClock(), for: (any Clock).self)
/// container.register(for: (any Store).self) { resolver in Store(clock: try resolver.resolve()) }
/// let store = try container.resolve((any Store).self)
/// ```
///
/// You can use a container on any thread. Each singleton is created only once, and no lock is held while a factory
/// runs. The container keeps track of the services that each factory resolves. If you replace a registration,
/// singletons that depend on it are created again the next time that they're resolved. Code that already has the old
/// services keeps them.
public final class DependencyContainer: Sendable {
  /// The app's container, which ``MockServiceBootstrap`` fills with mocks by default.
  public static let shared = DependencyContainer()

  struct State {
    var registrations: [DependencyKey: DependencyRegistration] = [:]
    /// The singletons that are being created.
    var builds: [DependencyKey: DependencyBuild] = [:]
  }

  let state = Locked(State())

  /// Creates an empty container.
  public init() {}

  /// Registers a service, and replaces an earlier registration for the type.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - type: The type that callers resolve, such as `(any LoginService).self`.
  public func register<Service: Sendable>(_ service: Service, for type: Service.Type) {
    register(.init(type, .instance(DependencyBox(service))), for: DependencyKey(type))
  }

  /// Registers a factory, and replaces an earlier registration for the type.
  ///
  /// - Parameters:
  ///   - type: The type that callers resolve, such as `(any LoginService).self`.
  ///   - scope: The lifetime of the service (default: a singleton).
  ///   - make: Creates the service. The closure can resolve other services, and runs on the thread of the caller that
  ///     needs the service first.
  public func register<Service: Sendable>(
    for type: Service.Type, scope: DependencyScope = .singleton,
    _ make: @escaping @Sendable (any DependencyResolver) throws -> Service
  ) {
    let source = DependencyRegistration.Source.factory { DependencyBox(try make($0)) }
    register(.init(type, source, scope: scope), for: DependencyKey(type))
  }

  /// Registers an async factory, and replaces an earlier registration for the type.
  ///
  /// To resolve the service, write `try await resolve`. If it is a singleton that already exists, you can omit `await`.
  /// If the caller is canceled while the service is being created, the factory is canceled too, unless the service is a
  /// singleton.
  ///
  /// - Parameters:
  ///   - type: The type that callers resolve, such as `(any LoginService).self`.
  ///   - scope: The lifetime of the service (default: a singleton).
  ///   - make: Creates the service. The closure can resolve other services.
  public func register<Service: Sendable>(
    for type: Service.Type, scope: DependencyScope = .singleton,
    async make: @escaping @Sendable (any DependencyResolver) async throws -> Service
  ) {
    let source = DependencyRegistration.Source.asynchronous { DependencyBox(try await make($0)) }
    register(.init(type, source, scope: scope), for: DependencyKey(type))
  }

  /// Returns whether a type has been resolved since it was registered, directly or through a ``ServiceSpec``.
  public func wasResolved(_ type: any Any.Type) -> Bool {
    let service = ObjectIdentifier(type)
    return state.withLock { state in
      state.registrations.values.contains { $0.service == service && $0.wasResolved }
    }
  }

  /// Adds a registration, and discards every service that was created from the previous one.
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
  /// Returns a closure that finds the service that is registered for a type, directly or through a ``ServiceSpec``.
  ///
  /// If the service doesn't exist yet, the closure creates it, unless its factory is async. For an async factory, pass
  /// the service to the mock with `init(passingTo:)` instead.
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
  /// ``MockServiceBootstrap`` calls this method. The mock also replaces services of the same type that are registered
  /// through a ``ServiceSpec``.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type that the app resolves to get the service. If the type isn't `Sendable`, the mock can't be
  ///     resolved.
  public func receive<Service>(_ service: Service, as type: Service.Type) {
    let registration = DependencyRegistration(type, .instance(DependencyBox(service)))
    let keys = state.withLock { state in
      state.registrations.filter { $0.value.service == registration.service }.keys
    }
    for key in Set(keys).union([DependencyKey(type)]) { register(registration, for: key) }
  }
}

extension DependencyContainer: DependencyResolver {
  /// Returns the service that is registered for a type.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service. If necessary, the container creates it.
  /// - Throws: ``DependencyError``. If a factory throws, its error is the cause.
  public func resolve<Service: Sendable>(
    _ type: Service.Type
  ) throws(DependencyError) -> Service {
    open(try box(DependencyKey(type)), as: type)
  }

  /// Returns the service that is registered for a type, and waits if its factory is async.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service. If necessary, the container creates it.
  /// - Throws: ``DependencyError``. If a factory throws, its error is the cause.
  public func resolve<Service: Sendable>(
    _ type: Service.Type
  ) async throws(DependencyError) -> Service {
    open(try await asynchronousBox(DependencyKey(type)), as: type)
  }

  /// Returns the service that is registered under a key.
  ///
  /// - Parameter spec: The key.
  /// - Returns: The service. If necessary, the container creates it.
  /// - Throws: ``DependencyError``. If a factory throws, its error is the cause.
  public func resolve<Spec: ServiceSpec>(spec: Spec.Type) throws(DependencyError) -> Spec.Service {
    open(try box(DependencyKey(spec)), as: Spec.Service.self)
  }

  private func open<Service>(_ box: AnyDependencyBox, as type: Service.Type) -> Service {
    // A service that is registered under a key is in a box of the key's type.
    unsafeDowncast(box, to: DependencyBox<Service>.self).service
  }

  private func box(_ key: DependencyKey) throws(DependencyError) -> AnyDependencyBox {
    while true {
      switch nextStep(for: key, isAsynchronous: false) {
      case .have(let box): return box
      case .fail(let error): throw error
      case .wait(let build, let waiting):
        build.end.wait()
        build.removeWaiting(waiting)
      case .make(let build, let make): return try run(build, make)
      case .makeAsynchronously: throw .asynchronous(key.name, needed: [])
      }
    }
  }

  private func asynchronousBox(
    _ key: DependencyKey
  ) async throws(DependencyError) -> AnyDependencyBox {
    while true {
      switch nextStep(for: key, isAsynchronous: true) {
      case .have(let box): return box
      case .fail(let error): throw error
      case .wait(let build, let waiting):
        await build.end.wait()
        build.removeWaiting(waiting)
      case .make(let build, let make): return try run(build, make)
      case .makeAsynchronously(let build, let make): return try await runAsynchronously(build, make)
      }
    }
  }

  private func run(
    _ build: DependencyBuild,
    _ make: @Sendable (any DependencyResolver) throws -> AnyDependencyBox
  ) throws(DependencyError) -> AnyDependencyBox {
    do {
      return finish(build, with: try DependencyBuild.$current.withValue(build) { try make(self) })
    } catch {
      throw failed(build, error)
    }
  }

  private func runAsynchronously(
    _ build: DependencyBuild,
    _ make: @escaping @Sendable (any DependencyResolver) async throws -> AnyDependencyBox
  ) async throws(DependencyError) -> AnyDependencyBox {
    do {
      let work = { @Sendable in
        try await DependencyBuild.$current.withValue(build) { try await make(self) }
      }
      // If the task that first requested a shared service is canceled, the factory must continue.
      let isShared = build.scope == .singleton
      return finish(build, with: try await isShared ? Task(operation: work).value : work())
    } catch {
      throw failed(build, error)
    }
  }

  private func failed(_ build: DependencyBuild, _ error: any Error) -> DependencyError {
    abandon(build)
    // Report the error of the innermost service.
    return error as? DependencyError
      ?? .factory(build.key.name, needed: build.outer.map(\.key.name), cause: error)
  }
}
