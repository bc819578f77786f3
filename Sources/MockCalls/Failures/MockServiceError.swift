package import MockConfiguration
public import MockData

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The error that a mocked service throws, with a code that the app can check.
public struct MockServiceError: Error, Sendable, Equatable {
  /// The code of the error.
  ///
  /// It is a configured code or the raw value of a ``MockErrorCode``.
  public var code: String
  /// The human-readable message.
  public var message: String
  /// Additional data about the error, or `nil` (the default).
  public var details: AnyCodableValue?
  /// The problem in the mock itself, or `nil` for a configured error, even one with the same code.
  package private(set) var problem: MockErrorCode?
  /// The location of the problem in a script, such as `login.lua:12`.
  ///
  /// The message also starts with it.
  package private(set) var place: ScriptLocation?

  /// Creates an error.
  ///
  /// By default, it has no details.
  public init(code: String, message: String, details: AnyCodableValue? = nil) {
    self.code = code
    self.message = message
    self.details = details
  }

  package init(
    problem: MockErrorCode, _ text: String, at place: ScriptLocation?,
    details: AnyCodableValue? = nil
  ) {
    let message = [place?.description, text].compactMap(\.self).joined(separator: ": ")
    self.init(code: problem.rawValue, message: message, details: details)
    (self.problem, self.place) = (problem, place)
  }

  /// Creates an error from a recording.
  package init(
    code: String, message: String, details: AnyCodableValue?, problem: MockErrorCode?,
    place: ScriptLocation?
  ) {
    self.init(code: code, message: message, details: details)
    (self.problem, self.place) = (problem, place)
  }

  /// Returns a decoding error with advice added to its message.
  ///
  /// Any other error is returned unchanged.
  func advising(_ advice: String) -> MockServiceError {
    guard problem == .decodingFailed else { return self }
    var error = self
    error.message += "; \(advice)"
    return error
  }

  /// Creates a configured error.
  package init(_ payload: MockErrorPayload) {
    self.init(code: payload.code, message: payload.message, details: payload.details)
  }

  /// Returns whether two errors have the same code, message, and details.
  public static func == (first: MockServiceError, second: MockServiceError) -> Bool {
    first.code == second.code && first.message == second.message && first.details == second.details
  }
}

extension MockServiceError {
  package var diagnostic: MockDiagnostic {
    guard let place, message.hasPrefix("\(place): ") else {
      return MockDiagnostic(code: code, sentence: message)
    }
    return MockDiagnostic(
      code: code, at: place, sentence: String(message.dropFirst("\(place): ".count)))
  }
}

extension MockServiceError: CustomStringConvertible {
  /// The error as `code: message`.
  public var description: String { message == code ? code : "\(code): \(message)" }
}

extension MockServiceError: LocalizedError {
  /// The message, so that the app can show it as `localizedDescription`.
  public var errorDescription: String? { message }
}

/// An error type of the app, which mocks throw instead of ``MockServiceError``.
///
/// If the type is an enum with raw values of type `String`, you don't have to implement anything. Its raw values are
/// the error codes.
public protocol MockErrorConvertible: Error {
  /// Creates the app's error for a configured error.
  ///
  /// If the initializer returns `nil`, the mock throws ``MockServiceError``.
  init?(code: String, message: String, details: AnyCodableValue?)
}

extension MockErrorConvertible where Self: RawRepresentable, RawValue == String {
  /// Creates the enum case whose raw value is the code.
  public init?(code: String, message: String, details: AnyCodableValue?) {
    self.init(rawValue: code)
  }
}

extension MockServiceError {
  /// Creates an error from one of the app's errors, for a caller that doesn't have the app's types, such as a script.
  ///
  /// If the app's error is a ``MockErrorConvertible`` enum, the code is its raw value, from which a typed caller can
  /// restore the case. For any other error, the code is the name of its type.
  package init(untyped error: any Error) {
    let code = (error as? any MockErrorConvertible & RawRepresentable).flatMap { Self.rawCode($0) }
    self.init(code: code ?? "\(type(of: error))", message: String(describing: error))
  }

  /// Returns the code of a configured error, or the raw value of the app's own error.
  package static func code(of error: any Error) -> String {
    (error as? MockServiceError ?? MockServiceError(untyped: error)).code
  }

  private static func rawCode<Failure: RawRepresentable>(_ failure: Failure) -> String? {
    failure.rawValue as? String
  }
}
