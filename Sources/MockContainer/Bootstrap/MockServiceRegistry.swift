internal import MockData
internal import MockPlatform

/// The mocks that can be created by the names of their services.
///
/// ```swift
/// MockServiceRegistry.shared.register(MockLoginService.self)
/// ```
///
/// `@MockService` and `@Mocked` set the name of a type's service, which is the name of its protocol.
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
