/// Takes mocks under the types as which an app resolves them, as a container does.
public protocol MockServiceReceiver {
  /// Takes a mock.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type as which it is resolved, such as `(any LoginService).self`.
  func receive<Service>(_ service: Service, as type: Service.Type)

  /// Whether somebody has resolved a type already, and may hold the service that a mock is to replace.
  ///
  /// - Parameter type: The type as which an app resolves the service.
  /// - Returns: Whether it was resolved; false by default, for a container that does not know.
  func wasResolved(_ type: any Any.Type) -> Bool

  /// What a mock is about to replace, for the calls that it passes on.
  ///
  /// - Parameter type: The type as which an app resolves the service.
  /// - Returns: Finds the service when the first call is passed to it; nil, the default, for a container that cannot.
  func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)?
}

extension MockServiceReceiver {
  /// Nil: nobody knows what there was.
  public func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)? { nil }

  /// False: nobody knows.
  public func wasResolved(_ type: any Any.Type) -> Bool { false }
}
