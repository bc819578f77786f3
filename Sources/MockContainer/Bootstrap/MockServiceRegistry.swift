internal import MockData
internal import MockPlatform

/// The mocks that can be made by the name of their service.
///
/// ```swift
/// MockServiceRegistry.shared.register(MockLoginService.self)
/// ```
///
/// `@MockService` and `@Mocked` give a type its name: that of the protocol.
public final class MockServiceRegistry: Sendable {
  /// The registry that an app fills at its launch.
  public static let shared = MockServiceRegistry()

  private let registrations = Locked<[String: MockServiceRegistration]>([:])

  /// Creates a registry without mocks.
  public init() {}

  /// The names of the services that can be mocked, sorted.
  public var services: [String] {
    registrations.withLock { $0.keys.sorted { $0.precedesInBytes($1) } }
  }

  /// All registrations, in the order of their services' names.
  package var all: [MockServiceRegistration] {
    registrations.withLock { Array($0.values) }.sorted { $0.service.precedesInBytes($1.service) }
  }

  /// The registration of a service; nil where there is none.
  public subscript(service: String) -> MockServiceRegistration? {
    SecondCopy.report()
    return registrations.withLock { $0[service] }
  }

  /// Registers a mock under the name of its service; a later one replaces an earlier one.
  public func register<Mock: RegisteredMock>(_ mock: Mock.Type) {
    register(mock.mockRegistration)
  }

  /// Registers a mock that is made in a way of its own.
  public func register(_ registration: MockServiceRegistration) {
    SecondCopy.report()
    // The one that it replaces is freed without the lock: its closure may hold whatever an app gave it.
    let previous = registrations.withLock { registrations in
      registrations.updateValue(registration, forKey: registration.service)
    }
    withExtendedLifetime(previous) {}
  }
}
