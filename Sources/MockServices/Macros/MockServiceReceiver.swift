/// Takes mocks under the types as which an app resolves them, as a container does.
public protocol MockServiceReceiver {
  /// Takes a mock.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type as which it is resolved, such as `(any LoginService).self`.
  func receive<Service>(_ service: Service, as type: Service.Type)
}
