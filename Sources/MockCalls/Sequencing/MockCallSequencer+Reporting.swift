internal import MockData

/// What is said of calls that have no answer, or none that their method can give.
extension MockCallSequencer {
  /// What is wrong with an error that a method of one type of error cannot throw.
  static func untyped<Failure: Error>(_ error: any Error, _ type: Failure.Type) -> String {
    let cases = knownCases(of: type)
    let advice =
      type is any MockErrorConvertible.Type
      ? "use a code that it knows\(cases)"
      : "make that a `MockErrorConvertible` that knows the code"
    return "throws \(Failure.self) only: \(error); \(advice)"
  }

  /// The error that a call throws: the app's own, where that knows the code.
  ///
  /// A test hears of a code that it does not know.
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

  /// The cases of an enum that lists them, as the end of a sentence; nothing for any other type.
  static func knownCases(of type: any Any.Type) -> String {
    CaseNames.known(to: type)
  }

  /// Reports that a call has no answer, and makes up for it.
  ///
  /// - Throws: ``DeadEnd`` where nothing can be made up.
  nonisolated func placeholder<T>(
    _ method: String, _ arguments: MockArguments, _ problem: String, _ error: (any Error)?,
    _ made: T?
  ) throws(DeadEnd) -> T {
    let text = describe(method, arguments, problem)
    return try MockPlaceholder.report(
      MockFailure(.unanswered, severity: .stop, because: error, text), made, report)
  }

  /// A failure as `Service.method(arguments) problem`.
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
  /// The error as the app's own, where it is a configured one whose code that knows.
  package func converted(by type: any MockErrorConvertible.Type) -> any Error {
    guard let error = self as? MockServiceError else { return self }
    return type.init(code: error.code, message: error.message, details: error.details) ?? error
  }

  /// The error as one of a type: made of the code, or the case of that name of an enum that lists its cases.
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
