public import MockCalls
internal import MockData
internal import MockPlatform

/// A description of a mock: its service, the type that the mock replaces, and a closure that creates the mock.
public struct MockServiceRegistration: Sendable {
  /// The name of the service in configurations.
  public let service: String
  /// The type that the app resolves to get the service.
  public let type: any Any.Type
  /// The requirements of the service's protocol, or `nil` if they aren't known.
  ///
  /// A live session sends them to the test.
  package var contract: _MockContract? { makeContract() }
  private let makeContract: @Sendable () -> _MockContract?
  private let make: @Sendable (MockCallSequencer, any MockServiceReceiver) -> Void

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - service: The name of the service in configurations.
  ///   - type: The type that the app resolves to get the service, such as `(any LoginService).self`.
  ///   - contract: Returns the requirements of the service's protocol, or `nil` (the default) if they aren't known.
  ///   - make: Creates the mock with the sequencer for its calls, and passes the mock to the receiver as `type`.
  public init(
    _ service: String, as type: any Any.Type,
    contract: @autoclosure @escaping @Sendable () -> _MockContract? = nil,
    make: @escaping @Sendable (MockCallSequencer, any MockServiceReceiver) -> Void
  ) {
    self.service = service
    self.type = type
    makeContract = contract
    self.make = make
  }

  /// Creates the mock and passes it to a receiver.
  ///
  /// Call this method on the main actor. If the mock is `@MainActor` and has subjects, the method traps on any other
  /// actor.
  ///
  /// - Parameters:
  ///   - sequencer: The sequencer that responds to the mock's calls.
  ///   - receiver: The object that receives the mock.
  public func install(_ sequencer: MockCallSequencer, in receiver: any MockServiceReceiver) {
    make(sequencer, receiver)
  }
}

/// A mock that ``MockServiceRegistry`` can create from a configuration.
///
/// The macros add this conformance.
public protocol RegisteredMock {
  /// The registration that describes the mock and how to create it.
  static var mockRegistration: MockServiceRegistration { get }
}

/// A registry of the mocks that can replace an app's services, by service name.
///
/// ```swift
/// MockServiceRegistry.shared.register(MockLoginService.self)
/// ```
///
/// `@MockService` and `@Mocked` name a service after its protocol.
public final class MockServiceRegistry: Sendable {
  /// The registry that an app fills at launch.
  public static let shared = MockServiceRegistry()

  private let registrations = Locked<[String: MockServiceRegistration]>([:])

  /// Creates a registry without mocks.
  public init() {}

  /// The sorted names of the services that can be mocked.
  public var services: [String] {
    registrations.withLock { $0.keys.sorted { $0.precedesInBytes($1) } }
  }

  /// All registrations, in the order of their service names.
  package var all: [MockServiceRegistration] {
    registrations.withLock { Array($0.values) }.sorted { $0.service.precedesInBytes($1.service) }
  }

  /// Returns the registration of a service, if any.
  public subscript(service: String) -> MockServiceRegistration? {
    SecondCopy.report()
    return registrations.withLock { $0[service] }
  }

  /// Registers a mock under the name of its service, and replaces an earlier mock.
  public func register<Mock: RegisteredMock>(_ mock: Mock.Type) {
    register(mock.mockRegistration)
  }

  /// Registers a mock through its registration, and replaces an earlier mock of the service.
  public func register(_ registration: MockServiceRegistration) {
    SecondCopy.report()
    // Freed without holding the lock, because the closure of the previous registration may capture the app's objects.
    let previous = registrations.withLock { registrations in
      registrations.updateValue(registration, forKey: registration.service)
    }
    withExtendedLifetime(previous) {}
  }
}

/// A container that receives mocks and passes them to an app.
public protocol MockServiceReceiver {
  /// Receives a mock.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type that the app resolves to get the service, such as `(any LoginService).self`.
  func receive<Service>(_ service: Service, as type: Service.Type)

  /// Returns whether the app has already resolved a type.
  ///
  /// If it has, other code may still use the service that a mock replaces.
  ///
  /// - Parameter type: The type that the app resolves to get the service.
  /// - Returns: Whether the type was resolved. The default implementation returns false.
  func wasResolved(_ type: any Any.Type) -> Bool

  /// Returns a closure that finds the service that a mock is about to replace.
  ///
  /// The mock can then pass calls to the service.
  ///
  /// - Parameter type: The type that the app resolves to get the service.
  /// - Returns: A closure, which is called when the first call is passed through, or `nil` if the container can't find
  ///   the service. The default implementation returns `nil`.
  func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)?
}

extension MockServiceReceiver {
  /// Returns `nil`, because a container can't find services by default.
  public func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)? { nil }

  /// Returns false, because a container doesn't record which types were resolved unless it implements this method.
  public func wasResolved(_ type: any Any.Type) -> Bool { false }
}
