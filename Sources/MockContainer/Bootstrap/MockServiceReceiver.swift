/// Receives mocks under the types under which an app resolves them, as a container does.
public protocol MockServiceReceiver {
  /// Receives a mock.
  ///
  /// - Parameters:
  ///   - service: The mock.
  ///   - type: The type under which it is resolved, such as `(any LoginService).self`.
  func receive<Service>(_ service: Service, as type: Service.Type)

  /// Returns whether a type was already resolved, so that other code may have a reference to the service that a mock
  /// replaces.
  ///
  /// - Parameter type: The type under which an app resolves the service.
  /// - Returns: Whether it was resolved. The default implementation returns false, for a container that doesn't know.
  func wasResolved(_ type: any Any.Type) -> Bool

  /// Returns the service that a mock is about to replace, so that the mock can pass calls to it.
  ///
  /// - Parameter type: The type under which an app resolves the service.
  /// - Returns: A closure that finds the service when the first call is passed to it. The default implementation
  ///   returns `nil`, for a container that can't find the service.
  func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)?
}

extension MockServiceReceiver {
  /// Returns `nil`, because the previous service isn't known.
  public func liveService(_ type: any Any.Type) -> (@Sendable () -> Any?)? { nil }

  /// Returns false, because it isn't known whether the type was resolved.
  public func wasResolved(_ type: any Any.Type) -> Bool { false }
}
