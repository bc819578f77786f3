internal import MockData

/// A closure that nothing implements: a call is reported with its arguments, and throws.
///
/// The report goes to the current ``MockFailureHandler``, so that a test hears of it also where the app
/// swallows the error. It never stops the process by itself.
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

/// A closure that nothing implements and that cannot throw: a call is reported, and gets a placeholder.
///
/// - Parameters:
///   - name: The name of the closure for messages, with labels for its arguments.
///   - placeholder: What a call returns, such as `()`; it is evaluated for each.
/// - Returns: A closure that serves where an `async` or a throwing one is expected, too.
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
    + " it; give the service a closure for `\(name.method)`, or do without the call"
  MockFailureHandler.report(MockFailure(problem: .unimplemented, text))
  return MockServiceError(problem: .unimplemented, text, at: nil)
}
