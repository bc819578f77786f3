/// Receives mocks, like a container, under the types that an app uses to resolve them.
public protocol MockServiceReceiver {
  /// Receives a mock.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type under which it is resolved, such as `(any LoginService).self`.
  func receive<Service>(_ service: Service, as type: Service.Type)

  /// Returns whether a type was already resolved, so that other code may hold the service that a mock replaces.
  ///
  /// - Parameter type: The type under which an app resolves the service.
  /// - Returns: Whether it was resolved. The default, for a container that doesn't know, is false.
  func wasResolved(_ type: any Any.Type) -> Bool

  /// Returns the service that a mock is about to replace, for the calls that the mock passes through.
  ///
  /// - Parameter type: The type under which an app resolves the service.
  /// - Returns: A closure that finds the service when the first call is passed to it. The default, for a container that
  ///   can't find it, is `nil`.
  func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)?
}

extension MockServiceReceiver {
  /// Returns `nil`, because the previous service is unknown.
  public func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)? { nil }

  /// Returns false, because it is unknown.
  public func wasResolved(_ type: any Any.Type) -> Bool { false }
}
