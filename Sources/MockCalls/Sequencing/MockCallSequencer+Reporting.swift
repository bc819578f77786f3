internal import MockData

/// Reports calls that have no response, or a response that their method can't return.
extension MockCallSequencer {
  /// Returns the message about an error that a method with typed throws can't throw.
  static func untyped<Failure: Error>(_ error: any Error, _ type: Failure.Type) -> String {
    let cases = knownCases(of: type)
    let advice =
      type is any MockErrorConvertible.Type
      ? "use one of its codes\(cases)"
      : "make the type a `MockErrorConvertible` with that code"
    return "throws \(Failure.self) only: \(error); \(advice)"
  }

  /// Returns the error that a call throws: the app's own, if it defines the code.
  ///
  /// In a strict test, a code that the app's error doesn't define is reported.
  nonisolated func converted(
    _ error: any Error, by own: (any MockErrorConvertible.Type)?, of method: String
  ) -> any Error {
    let error = context.ownError(error)
    let converted = own.map { error.converted(by: $0) } ?? error
    if let type = own ?? context.errors, let error = converted as? MockServiceError {
      reportUnknownCode(error, type, method)
    }
    return converted
  }

  private nonisolated func reportUnknownCode(
    _ error: MockServiceError, _ type: any MockErrorConvertible.Type, _ method: String
  ) {
    guard context.contracts.isWatched, error.problem == nil,
      MockErrorCode(rawValue: error.code) == nil
    else { return }
    let method = MethodIdentity(service: service, name: method)
    let known =
      ErrorCodes(of: type)?.known(nearestTo: error.code) ?? Self.knownCases(of: type)
    report(
      MockFailure(
        known.isEmpty ? .unlistedCode : .unknownCode,
        UnknownCode.text(error.code, of: method, error: "\(type)", known: known),
        at: context.log.latestPlace(of: "\(method)")))
  }

  /// Returns the cases of a `CaseIterable` enum for the end of a message.
  ///
  /// For any other type, the string is empty.
  static func knownCases(of type: any Any.Type) -> String {
    CaseNames.known(to: type)
  }

  /// Reports the missing response of a call, and returns a placeholder.
  ///
  /// - Throws: ``DeadEnd`` if no placeholder can be made.
  nonisolated func placeholder<T>(
    _ method: String, _ arguments: MockArguments, _ problem: String, _ error: (any Error)?,
    _ made: T?
  ) throws(DeadEnd) -> T {
    let text = describe(method, arguments, problem)
    return try MockPlaceholder.report(
      MockFailure(.unanswered, severity: .stop, because: error, text), made, report)
  }

  /// Returns a failure as `Service.method(arguments) problem`.
  package nonisolated func describe(
    _ method: String, _ arguments: MockArguments, _ problem: String
  ) -> String {
    let name = MethodIdentity(service: service, name: method)
    let redaction = context.log.redaction
    let shown = redaction.redacted(arguments.value).shortText
    return "`\(name)` with \(shown) \(redaction.redacted(problem))"
  }

  package nonisolated func report(_ failure: MockFailure) { context.report(failure) }
}

extension Error {
  /// Returns a configured error as the app's own, if the app's type defines the code.
  package func converted(by type: any MockErrorConvertible.Type) -> any Error {
    guard let error = self as? MockServiceError else { return self }
    return type.init(code: error.code, message: error.message, details: error.details) ?? error
  }

  /// Returns the error converted to a type: created from the code, or the case with that name of a `CaseIterable` enum.
  func converted<Failure: Error>(to type: Failure.Type) -> Failure? {
    if let type = type as? any MockErrorConvertible.Type { return converted(by: type) as? Failure }
    guard let error = self as? MockServiceError, error.problem == nil,
      let type = type as? any CaseIterable.Type
    else { return nil }
    return error.namedCase(type) as? Failure
  }
}

extension MockServiceError {
  fileprivate func namedCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first { "\($0)" == code }
  }
}
