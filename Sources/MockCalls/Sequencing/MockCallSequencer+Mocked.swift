internal import MockData

/// What the methods of mocks call whose type names the app's own error, which cannot throw, or which throw one
/// type of error only.
///
/// A cancelled call has no answer. Where a method has no way to say so, it is not cancelled.
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
  public nonisolated(nonsending) func nextDecodedValue<T: Decodable & SendableMetatype>(
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
  public nonisolated(nonsending) func recordVoidCall(
    for method: String, arguments: MockArguments = .none,
    converting errors: any MockErrorConvertible.Type
  ) async throws {
    do {
      try await recordVoidCall(for: method, arguments: arguments)
    } catch {
      throw error.converted(by: errors)
    }
  }

  /// The value of the next call of a method that cannot throw.
  ///
  /// Without one it hands service, method, arguments and reason to the failure handler. Where that returns, as in
  /// a test, the value is a placeholder: nil, false, zero, an empty text or collection, the first case.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label.
  ///   - type: The type of the value.
  /// - Returns: The value.
  public nonisolated(nonsending) func requiredValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) async -> sending T {
    do {
      return try await decoded(uncancellable(method, arguments, .value))
    } catch {
      return placeholder(method, arguments, "returns a value and cannot throw: \(error)", error)
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
  public nonisolated(nonsending) func nextDecodedValue<
    T: Decodable & SendableMetatype, Failure: Error
  >(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    throwing failure: Failure.Type
  ) async throws(Failure) -> sending T {
    do {
      return try await decoded(uncancellable(method, arguments, .value))
    } catch {
      if let error: Failure = typed(error) { throw error }
      return placeholder(method, arguments, Self.untyped(error, Failure.self), error)
    }
  }

  /// Lets the next call of a method take place that returns nothing and throws errors of one type.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments by label.
  ///   - failure: The type of the errors.
  /// - Throws: The configured error as one of the type; one that is none goes to the failure handler and stops.
  public nonisolated(nonsending) func recordVoidCall<Failure: Error>(
    for method: String, arguments: MockArguments = .none, throwing failure: Failure.Type
  ) async throws(Failure) {
    do {
      try await calls.answer(uncancellable(method, arguments, .nothing)) { _ in nil }
    } catch {
      if let error: Failure = typed(error) { throw error }
      placeholder(method, arguments, Self.untyped(error, Failure.self), error, as: Void.self)
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
  public nonisolated(nonsending) func recordSilentCall(
    for method: String, arguments: MockArguments = .none, ignoresErrors: Bool = false
  ) async {
    do {
      try await calls.answer(uncancellable(method, arguments, .nothing)) { _ in nil }
    } catch {
      if !ignoresErrors { reportSilent(error, method, arguments) }
    }
  }
}

/// The same for methods that are not `async`: gates and delays are skipped.
extension MockCallSequencer {
  /// The value of the next call; configured errors are thrown as the app's own.
  ///
  /// - Throws: What the call throws, as the app's own error where that knows the code.
  public nonisolated func nextDecodedValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    converting errors: any MockErrorConvertible.Type
  ) throws -> sending T {
    do {
      return try decodedNow(CallRequest(method: method, arguments: arguments, end: .value))
    } catch {
      throw error.converted(by: errors)
    }
  }

  /// Lets the next call take place; configured errors are thrown as the app's own.
  ///
  /// - Throws: What the call throws, as the app's own error where that knows the code.
  public nonisolated func recordVoidCall(
    for method: String, arguments: MockArguments = .none,
    converting errors: any MockErrorConvertible.Type
  ) throws {
    do {
      try recordVoidCall(for: method, arguments: arguments)
    } catch {
      throw error.converted(by: errors)
    }
  }

  /// The value of the next call of a method that cannot throw; without one it reports and stops.
  public nonisolated func requiredValue<T: Decodable & SendableMetatype>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self
  ) -> sending T {
    do {
      return try decodedNow(CallRequest(method: method, arguments: arguments, end: .value))
    } catch {
      return placeholder(method, arguments, "returns a value and cannot throw: \(error)", error)
    }
  }

  /// The value of the next call of a method that throws errors of one type.
  ///
  /// - Throws: The configured error as one of the type; one that is none goes to the failure handler and stops.
  public nonisolated func nextDecodedValue<T: Decodable & SendableMetatype, Failure: Error>(
    for method: String, arguments: MockArguments = .none, as type: T.Type = T.self,
    throwing failure: Failure.Type
  ) throws(Failure) -> sending T {
    do {
      return try decodedNow(CallRequest(method: method, arguments: arguments, end: .value))
    } catch {
      if let error: Failure = typed(error) { throw error }
      return placeholder(method, arguments, Self.untyped(error, Failure.self), error)
    }
  }

  /// Lets the next call of a method take place that returns nothing and throws errors of one type.
  ///
  /// - Throws: The configured error as one of the type; one that is none goes to the failure handler and stops.
  public nonisolated func recordVoidCall<Failure: Error>(
    for method: String, arguments: MockArguments = .none, throwing failure: Failure.Type
  ) throws(Failure) {
    do {
      try recordVoidCall(for: method, arguments: arguments)
    } catch {
      if let error: Failure = typed(error) { throw error }
      placeholder(method, arguments, Self.untyped(error, Failure.self), error, as: Void.self)
    }
  }

  /// Lets the next call of a method take place that returns nothing and cannot throw; its error is reported.
  public nonisolated func recordSilentCall(
    for method: String, arguments: MockArguments = .none, ignoresErrors: Bool = false
  ) {
    do {
      try recordVoidCall(for: method, arguments: arguments)
    } catch {
      if !ignoresErrors { reportSilent(error, method, arguments) }
    }
  }
}

extension MockCallSequencer {
  private nonisolated func uncancellable(
    _ method: String, _ arguments: MockArguments, _ end: CallRequest.End
  ) -> CallRequest {
    CallRequest(method: method, arguments: arguments, end: end, isCancellable: false)
  }

  private nonisolated func typed<Failure: Error>(_ error: any Error) -> Failure? {
    error as? Failure ?? error.converted(to: Failure.self)
  }

  /// What is wrong with an error that a method of one type of error cannot throw.
  static func untyped<Failure: Error>(_ error: any Error, _ type: Failure.Type) -> String {
    let cases = (type as? any CaseIterable.Type).map { names(of: $0) } ?? ""
    let advice =
      type is any MockErrorConvertible.Type
      ? "use a code that it knows\(cases)"
      : "make that a `MockErrorConvertible` that knows the code"
    return "throws \(Failure.self) only: \(error); \(advice)"
  }

  private static func names<Cases: CaseIterable>(of type: Cases.Type) -> String {
    let names = type.allCases.map {
      ($0 as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\($0)"
    }
    return ": " + names.map { "`\($0)`" }.joined(separator: ", ")
  }

  private nonisolated func reportSilent(
    _ error: any Error, _ method: String, _ arguments: MockArguments
  ) {
    let text = describe(method, arguments, "cannot throw: \(error)")
    report(MockFailure(.unthrowable, because: error, text))
  }

  /// Reports that a call has no answer, and makes up for it; stops where nothing can.
  nonisolated func placeholder<T>(
    _ method: String, _ arguments: MockArguments, _ problem: String, _ error: (any Error)?,
    as type: T.Type = T.self
  ) -> T {
    let failure = MockFailure(
      .unanswered, severity: .stop, because: error, describe(method, arguments, problem))
    report(failure)
    guard let value = MockPlaceholder.make(type) else {
      fatalError("\(failure); no placeholder of the type \(type) can be made")
    }
    return value
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

  package nonisolated func stop(
    _ method: String, _ arguments: MockArguments, _ problem: String
  ) -> Never {
    let failure = MockFailure(severity: .stop, message: describe(method, arguments, problem))
    report(failure)
    fatalError(failure.description)
  }
}

extension Error {
  /// The error as the app's own, where it is a configured one whose code that knows.
  package func converted(by type: any MockErrorConvertible.Type) -> any Error {
    guard let error = self as? MockServiceError else { return self }
    return type.init(code: error.code, message: error.message, details: error.details) ?? error
  }

  func converted<Failure: Error>(to type: Failure.Type) -> Failure? {
    (type as? any MockErrorConvertible.Type).flatMap { converted(by: $0) as? Failure }
  }
}
