public import MockCalls
internal import MockData
internal import MockPlatform

/// Describes how to create and install the mock of a service.
public struct MockServiceRegistration: Sendable {
  /// The name of the service in configurations.
  public let service: String
  /// The type under which an app resolves the service.
  public let type: any Any.Type
  /// The requirements of the service's protocol, which a live session sends to the test, or `nil` if they aren't known.
  package var contract: _MockContract? { makeContract() }
  private let makeContract: @Sendable () -> _MockContract?
  private let make: @Sendable (MockCallSequencer, any MockServiceReceiver) -> Void

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - service: The name of the service in configurations.
  ///   - type: The type under which an app resolves it, such as `(any LoginService).self`.
  ///   - contract: The requirements of its protocol, which are created on demand (default: `nil`, for unknown
  ///     requirements).
  ///   - make: Creates the mock and passes it to the receiver under that type.
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
  /// Call this method on the main actor. For a `@MainActor` mock with subjects, the method traps on any other actor.
  ///
  /// - Parameters:
  ///   - sequencer: The source of the mock's responses.
  ///   - receiver: The receiver of the mock.
  public func install(_ sequencer: MockCallSequencer, in receiver: any MockServiceReceiver) {
    make(sequencer, receiver)
  }
}

/// A mock that ``MockServiceRegistry`` can create from a configuration.
///
/// The macros add this conformance.
public protocol RegisteredMock {
  /// The name of the service, the type under which it is resolved, and how to create the mock.
  static var mockRegistration: MockServiceRegistration { get }
}

/// A registry that creates mocks by service name.
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

  /// The names of the services that can be mocked, sorted.
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

  /// Registers a mock under the name of its service, replacing an earlier mock.
  public func register<Mock: RegisteredMock>(_ mock: Mock.Type) {
    register(mock.mockRegistration)
  }

  /// Registers a mock with a custom registration.
  public func register(_ registration: MockServiceRegistration) {
    SecondCopy.report()
    // Freed without holding the lock, because the closure of the previous registration may capture the app's objects.
    let previous = registrations.withLock { registrations in
      registrations.updateValue(registration, forKey: registration.service)
    }
    withExtendedLifetime(previous) {}
  }
}

/// An object, such as a container, that receives mocks and provides them to an app.
public protocol MockServiceReceiver {
  /// Receives a mock.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type under which it is resolved, such as `(any LoginService).self`.
  func receive<Service>(_ service: Service, as type: Service.Type)

  /// Returns whether a type was already resolved.
  ///
  /// In that case, other code may still use the service that a mock replaces.
  ///
  /// - Parameter type: The type under which an app resolves the service.
  /// - Returns: Whether it was resolved. The default implementation returns false, for a container that doesn't know.
  func wasResolved(_ type: any Any.Type) -> Bool

  /// Returns a closure that finds the service that a mock is about to replace.
  ///
  /// The mock can then pass calls to the service.
  ///
  /// - Parameter type: The type under which an app resolves the service.
  /// - Returns: The closure. It is called when the first call is passed through. The default implementation returns
  ///   `nil`, for a container that can't find the service.
  func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)?
}

extension MockServiceReceiver {
  /// Returns `nil`, because the previous service isn't known.
  public func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)? { nil }

  /// Returns false, because it isn't known whether the type was resolved.
  public func wasResolved(_ type: any Any.Type) -> Bool { false }
}
