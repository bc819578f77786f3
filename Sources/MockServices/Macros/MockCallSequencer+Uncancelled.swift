/// What the methods of mocks call that cannot throw, or throw one type of error only.
///
/// A cancelled call has no answer, and such a method has no way to say so: it is not cancelled.
extension MockCallSequencer {
  /// The value of the next call of a method that cannot throw.
  ///
  /// Without one it hands service, method, arguments and reason to the failure handler, and stops.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label.
  ///   - type: The type of the value.
  /// - Returns: The value.
  public func requiredValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async -> sending T {
    do {
      if answersAtOnce(method) {
        return try await nextDecodedValue(for: method, arguments: arguments)
      }
      return try await uncancelledValue(for: method, arguments: arguments)
    } catch {
      stop(method, arguments, "returns a value and cannot throw: \(error)")
    }
  }

  /// The value of the next call of a method that throws errors of one type.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label.
  ///   - type: The type of the value.
  ///   - failure: The type of the errors.
  /// - Returns: The value.
  /// - Throws: The configured error as one of the type; one that is none goes to the failure handler and stops.
  public func nextDecodedValue<T: Decodable & SendableMetatype, Failure: Error>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    throwing failure: Failure.Type
  ) async throws(Failure) -> sending T {
    do {
      if answersAtOnce(method) {
        return try await nextDecodedValue(for: method, arguments: arguments)
      }
      return try await uncancelledValue(for: method, arguments: arguments)
    } catch {
      throw typed(error, method, arguments)
    }
  }

  /// Lets the next call of a method take place that returns nothing and throws errors of one type.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label.
  ///   - failure: The type of the errors.
  /// - Throws: The configured error as one of the type; one that is none goes to the failure handler and stops.
  public func recordVoidCall<Failure: Error>(
    for method: String, arguments: MockArguments = .none, throwing failure: Failure.Type
  ) async throws(Failure) {
    do {
      try await uncancelledVoidCall(for: method, arguments: arguments)
    } catch {
      throw typed(error, method, arguments)
    }
  }

  /// Lets the next call of a method take place that returns nothing and cannot throw.
  ///
  /// Its error goes to the failure handler.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label.
  ///   - ignoresErrors: Whether errors are dropped; false by default.
  public func recordSilentCall(
    for method: String, arguments: MockArguments = .none, ignoresErrors: Bool = false
  ) async {
    do {
      try await uncancelledVoidCall(for: method, arguments: arguments)
    } catch {
      guard !ignoresErrors else { return }
      let text = describe(method, arguments, "cannot throw: \(error)")
      report(MockFailure(severity: .report, message: text))
    }
  }

  /// Whether the next call neither waits nor can be cancelled.
  private func answersAtOnce(_ method: String) -> Bool {
    guard !Task.isCancelled, let table = tables[method], let plain = table.plain,
      !plain.responses.isEmpty
    else { return false }
    let count = plain.responses.count
    let index = table.exhaustBehavior == .cycle ? plain.step % count : min(plain.step, count - 1)
    return plain.responses[index].isImmediate
  }

  private func uncancelledValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments
  ) async throws -> sending T {
    let task = Task {
      try await MockDecoded(value: nextDecodedValue(for: method, arguments: arguments, as: T.self))
    }
    return try await task.value.value
  }

  private func uncancelledVoidCall(for method: String, arguments: MockArguments) async throws {
    if answersAtOnce(method) { return try await recordVoidCall(for: method, arguments: arguments) }
    try await Task { try await recordVoidCall(for: method, arguments: arguments) }.value
  }

  private func typed<Failure: Error>(
    _ error: any Error, _ method: String, _ arguments: MockArguments
  ) -> Failure {
    if let error = error as? Failure ?? error.converted(to: Failure.self) { return error }
    stop(
      method, arguments,
      "throws \(Failure.self) only: \(error); make that a `MockErrorConvertible` that knows the code"
    )
  }
}
