internal import MockData

/// Returns a closure without an implementation, which reports each call with its arguments and throws.
///
/// The report goes to the current ``MockFailureHandler``, so a test fails even if the app swallows the error. The
/// closure never stops the process.
///
/// ```swift
/// ReservationService(
///   createReservation: unimplementedClosure("ReservationService.create(landmark:date:partySize:)"),
///   cancelReservation: unimplementedClosure("ReservationService.cancel(id:)"))
/// ```
///
/// - Parameter name: The name of the closure for messages, with labels for its arguments.
/// - Returns: A closure that throws ``MockServiceError`` with the code `unimplemented`.
public func unimplementedClosure<each Argument: SendableMetatype, Value: SendableMetatype>(
  _ name: MockClosureName
) -> @Sendable (repeat each Argument) async throws -> Value {
  { (argument: repeat each Argument) in
    throw reportUnimplemented(name, name.arguments(repeat each argument))
  }
}

/// Returns a closure that has no implementation and can't throw.
///
/// Each call is reported and returns a placeholder.
///
/// - Parameters:
///   - name: The name of the closure for messages, with labels for its arguments.
///   - placeholder: The value that a call returns, such as `()`. It is evaluated for each call.
/// - Returns: A closure that you can also use where an `async` or throwing closure is expected.
public func unimplementedClosure<each Argument: SendableMetatype, Value: SendableMetatype>(
  _ name: MockClosureName, placeholder: @autoclosure @escaping @Sendable () -> Value
) -> @Sendable (repeat each Argument) -> Value {
  { (argument: repeat each Argument) in
    _ = reportUnimplemented(name, name.arguments(repeat each argument))
    return placeholder()
  }
}

private func reportUnimplemented(
  _ name: MockClosureName, _ arguments: MockArguments
) -> MockServiceError {
  let text =
    "`\(name.qualifiedMethod)` was called with \(Redaction().redacted(arguments.value).shortText), and nothing implements"
    + " it; give the service a closure for `\(name.method)`, or remove the call"
  MockFailureHandler.report(MockFailure(problem: .unimplemented, text))
  return MockServiceError(problem: .unimplemented, text, at: nil)
}
