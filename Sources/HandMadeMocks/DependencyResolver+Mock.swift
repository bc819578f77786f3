public import MockServices

extension DependencyResolver {
  /// The mock that answers for a service, as its own type.
  ///
  /// `resolve(...) as? MockUserService` would be nil for another type, and a verification behind `?` then
  /// verifies nothing.
  ///
  /// - Parameters:
  ///   - mock: The type of the mock.
  ///   - type: The type as which the service is resolved, such as `(any UserService).self`.
  /// - Returns: The mock.
  /// - Throws: `DependencyError` for a service that is not registered; ``NotTheMock`` for another type.
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
