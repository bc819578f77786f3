package import MockConfiguration
public import MockData

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The error that a mocked service throws, with a code that the app can check.
public struct MockServiceError: Error, Sendable, Equatable {
  /// The code: a configured one, or the raw value of a ``MockErrorCode``.
  public var code: String
  /// The human-readable message.
  public var message: String
  /// Additional data about the error, if any (default: `nil`).
  public var details: AnyCodableValue?
  /// The problem in the mock itself, or `nil` for a configured error, regardless of its code.
  package private(set) var problem: MockErrorCode?
  /// The location of the problem in a script, such as `login.lua:12`, which also starts the message.
  package private(set) var place: ScriptLocation?

  /// Creates an error, without details by default.
  public init(code: String, message: String, details: AnyCodableValue? = nil) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// Creates the error of a problem in the mock itself.
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

  /// Returns a decoding error with advice appended, or any other error unchanged.
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

  /// Returns whether code, message, and details are equal.
  public static func == (first: MockServiceError, second: MockServiceError) -> Bool {
    first.code == second.code && first.message == second.message && first.details == second.details
  }
}

extension MockServiceError {
  /// The error as a diagnostic with its location.
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
  /// The message, for display in the app.
  public var errorDescription: String? { message }
}

/// The app's own error, which a mock throws instead of ``MockServiceError``.
///
/// If the error is an enum with `String` raw values, you don't implement anything: its raw values are the error codes.
public protocol MockErrorConvertible: Error {
  /// Creates the app's error for a configured error.
  ///
  /// Return `nil` to let the mock throw ``MockServiceError``.
  init?(code: String, message: String, details: AnyCodableValue?)
}

extension MockErrorConvertible where Self: RawRepresentable, RawValue == String {
  /// Creates the case whose raw value is the code.
  public init?(code: String, message: String, details: AnyCodableValue?) {
    self.init(rawValue: code)
  }
}

extension MockServiceError {
  /// Creates an error from one of the app's, for a caller without the app's types, such as a script.
  ///
  /// The code is the raw value of a ``MockErrorConvertible`` enum, so that a typed caller can restore the case from it.
  /// For any other error, the code is the name of its type.
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
