public import MockServices

extension DependencyResolver {
  /// Returns the mock of a service as its own type.
  ///
  /// `resolve(...) as? MockUserService` would be nil for a different type, and a verification through `?` would then
  /// not check anything.
  ///
  /// - Parameters:
  ///   - mock: The type of the mock.
  ///   - type: The type as which the service is resolved, such as `(any UserService).self`.
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
