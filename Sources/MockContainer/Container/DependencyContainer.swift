internal import MockPlatform

/// Knows how the services of an app are made, and gives them out.
///
/// ```swift
/// let container = DependencyContainer()
/// container.register(SystemClock(), for: (any Clock).self)
/// container.register(for: (any Store).self) { resolver in Store(clock: try resolver.resolve()) }
/// let store = try container.resolve((any Store).self)
/// ```
///
/// Any thread may ask at any time: a singleton is made once. Factories run outside of all locks. What they
/// ask for is noted, so that replacing a registration makes everything anew that was made from it; those who
/// hold the old one keep it.
public final class DependencyContainer: Sendable {
  /// The container of the app, which ``MockServiceBootstrap`` fills unless told otherwise.
  public static let shared = DependencyContainer()

  struct State {
    var registrations: [DependencyKey: DependencyRegistration] = [:]
    /// The singletons that are being made.
    var builds: [DependencyKey: DependencyBuild] = [:]
  }

  let state = Locked(State())

  /// Creates a container that knows no services.
  public init() {}

  /// Registers a service, in place of what was registered for the type before.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - type: The type as which it is resolved, such as `(any LoginService).self`.
  public func register<Service: Sendable>(_ service: Service, for type: Service.Type) {
    register(.init(type, .instance(DependencyBox(service))), for: DependencyKey(type))
  }

  /// Registers a factory, in place of what was registered for the type before.
  ///
  /// - Parameters:
  ///   - type: The type as which the service is resolved, such as `(any LoginService).self`.
  ///   - scope: How long a service is used; one for all by default.
  ///   - make: Makes the service from others; it runs on the thread of whoever asks first.
  public func register<Service: Sendable>(
    for type: Service.Type, scope: DependencyScope = .singleton,
    _ make: @escaping @Sendable (any DependencyResolver) throws -> Service
  ) {
    let source = DependencyRegistration.Source.factory { DependencyBox(try make($0)) }
    register(.init(type, source, scope: scope), for: DependencyKey(type))
  }

  /// Registers a factory that waits, in place of what was registered for the type before.
  ///
  /// A service of it is had with `try await resolve`; one for all that is there already also without.
  /// Whoever is cancelled while it is made cancels it only where the scope makes it for him alone.
  ///
  /// - Parameters:
  ///   - type: The type as which the service is resolved, such as `(any LoginService).self`.
  ///   - scope: How long a service is used; one for all by default.
  ///   - make: Makes the service from others.
  public func register<Service: Sendable>(
    for type: Service.Type, scope: DependencyScope = .singleton,
    async make: @escaping @Sendable (any DependencyResolver) async throws -> Service
  ) {
    let source = DependencyRegistration.Source.asynchronous { DependencyBox(try await make($0)) }
    register(.init(type, source, scope: scope), for: DependencyKey(type))
  }

  /// Whether anybody has asked for a service of a type since it was registered, under whatever key.
  public func wasResolved(_ type: any Any.Type) -> Bool {
    let service = ObjectIdentifier(type)
    return state.withLock { state in
      state.registrations.values.contains { $0.service == service && $0.wasResolved }
    }
  }

  /// Registers, and forgets what was made from what was there before.
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
        // It goes on for those who wait for it already, and is not kept.
        state.builds[other] = nil
      }
      return forgotten
    }
    // The end of a service may come back here, so that it has to be outside of the lock.
    withExtendedLifetime(forgotten) {}
  }
}

extension DependencyContainer: MockServiceReceiver {
  /// What is registered for a type, also under a ``ServiceSpec``; what its factory makes, where nobody has it yet.
  ///
  /// A factory that waits makes none: give such a mock its service by `init(passingTo:)`.
  public func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)? {
    let service = ObjectIdentifier(type)
    let known = state.withLock { state in
      state.registrations.values.first { $0.service == service }
    }
    guard let replaced = known.map({ ReplacedService($0, in: self) }) else { return nil }
    return { replaced.service }
  }

  /// Registers a mock in place of the service of the app; ``MockServiceBootstrap`` calls it.
  ///
  /// It also takes the place of what is registered under a ``ServiceSpec`` for services of the type.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type as which it is resolved; one that is not `Sendable` cannot be.
  public func receive<Service>(_ service: Service, as type: Service.Type) {
    let registration = DependencyRegistration(type, .instance(DependencyBox(service)))
    let keys = state.withLock { state in
      state.registrations.filter { $0.value.service == registration.service }.keys
    }
    for key in Set(keys).union([DependencyKey(type)]) { register(registration, for: key) }
  }
}
