public import MockServices

/// Builds a container with new mocks for each test, so that tests don't share calls.
///
/// Declare the mocks of your services once in the test target:
///
/// ```swift
/// extension DITestHelper {
///   static let app = DITestHelper(production: registerServices)
///     .registering((any UserService).self) { MockUserService() }
/// }
/// ```
public struct DITestHelper: Sendable {
  private var registrations: [@Sendable (DependencyContainer) -> Void]

  /// Creates a helper without mocks.
  ///
  /// - Parameter production: Registers the real services, which mocks can replace. By default, it registers nothing.
  public init(
    production: @escaping @Sendable (_ container: DependencyContainer) -> Void = { _ in }
  ) {
    registrations = [production]
  }

  /// Adds the mock of a service, and replaces any mock that was added earlier for the same type.
  ///
  /// - Parameters:
  ///   - type: The type that callers resolve, such as `(any UserService).self`.
  ///   - makeMock: Creates the mock. Each container calls it once.
  /// - Returns: A copy of the helper that includes the mock.
  public func registering<Service: Sendable>(
    _ type: Service.Type, makeMock: @escaping @Sendable () -> Service
  ) -> DITestHelper {
    registering { $0.register(makeMock(), for: type) }
  }

  /// Adds the mock of a service that is registered under a key.
  ///
  /// - Parameters:
  ///   - spec: The service's key.
  ///   - makeMock: Creates the mock. Each container calls it once.
  /// - Returns: A copy of the helper that includes the mock.
  public func registering<Spec: ServiceSpec>(
    spec: Spec.Type, makeMock: @escaping @Sendable () -> Spec.Service
  ) -> DITestHelper {
    registering { container in
      let mock = makeMock()
      container.register(spec) { _ in mock }
    }
  }

  /// Builds a container with new mocks of all added services.
  public func makeContainer() -> DependencyContainer {
    let container = DependencyContainer()
    for register in registrations { register(container) }
    return container
  }

  private func registering(
    _ register: @escaping @Sendable (DependencyContainer) -> Void
  ) -> DITestHelper {
    var helper = self
    helper.registrations.append(register)
    return helper
  }
}

extension DependencyResolver {
  /// Resolves a service and returns it as the type of its mock.
  ///
  /// This method throws if the service isn't that mock. With `resolve(...) as? MockUserService`, the result would be
  /// nil, and a verification with `mock?.verify(...)` would check nothing.
  ///
  /// - Parameters:
  ///   - mock: The type of the mock.
  ///   - type: The type that callers resolve, such as `(any UserService).self`.
  /// - Returns: The mock.
  /// - Throws: `DependencyError` if the service isn't registered, or ``NotTheMock`` if it has a different type.
  public func mock<Mock: MockProtocol, Service: Sendable>(
    _ mock: Mock.Type, for type: Service.Type
  ) throws -> Mock {
    let service: Service = try resolve(type)
    guard let found = service as? Mock else {
      throw NotTheMock(
        service: "\(type)", expected: "\(mock)", found: "\(Swift.type(of: service as Any))")
    }
    return found
  }
}

/// The error that is thrown if a resolved service isn't the mock that the test expects.
public struct NotTheMock: Error, Sendable, Equatable {
  /// The type that was resolved.
  public var service: String
  /// The type of the mock that the test expects.
  public var expected: String
  /// The type of the service that was found instead.
  public var found: String
}

extension NotTheMock: CustomStringConvertible {
  /// The message, in the form `problem; suggestion`.
  public var description: String {
    "`\(service)` is a `\(found)`, not the mock `\(expected)`;"
      + " add `\(expected)` to the test's `DITestHelper`"
  }
}
