/// What the methods of mocks call whose type names the app's own error.
extension MockCallSequencer {
  /// The value of the next call; configured errors are thrown as the app's own.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label.
  ///   - type: The type of the value.
  ///   - errors: The app's own error.
  /// - Returns: The value.
  /// - Throws: What the call throws, as the app's own error where that knows the code.
  public func nextDecodedValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    converting errors: any MockErrorConvertible.Type
  ) async throws -> sending T {
    do {
      return try await nextDecodedValue(for: method, arguments: arguments)
    } catch {
      throw error.converted(by: errors)
    }
  }

  /// Lets the next call take place; configured errors are thrown as the app's own.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label.
  ///   - errors: The app's own error.
  /// - Throws: What the call throws, as the app's own error where that knows the code.
  public func recordVoidCall(
    for method: String, arguments: MockArguments = .none,
    converting errors: any MockErrorConvertible.Type
  ) async throws {
    do {
      try await recordVoidCall(for: method, arguments: arguments)
    } catch {
      throw error.converted(by: errors)
    }
  }
}

extension Error {
  /// The error as the app's own, where it is a configured one whose code that knows.
  func converted(by type: any MockErrorConvertible.Type) -> any Error {
    guard let error = self as? MockServiceError else { return self }
    return type.init(code: error.code, message: error.message, details: error.details) ?? error
  }

  func converted<Failure: Error>(to type: Failure.Type) -> Failure? {
    (type as? any MockErrorConvertible.Type).flatMap { converted(by: $0) as? Failure }
  }
}
