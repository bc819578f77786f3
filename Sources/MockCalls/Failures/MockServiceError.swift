package import MockConfiguration
public import MockData

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The error that a mocked service throws, with the code by which the app tells it.
public struct MockServiceError: Error, Sendable, Equatable {
  /// The code: the configuration's own, or the raw value of a ``MockErrorCode``.
  public var code: String
  /// The text for people.
  public var message: String
  /// More data about the error; nil, the default, where there is none.
  public var details: AnyCodableValue?
  /// What is wrong in the mock itself; nil for an error that somebody stated, whatever its code.
  package private(set) var problem: MockErrorCode?
  /// The place of that in a script, such as `login.lua:12`, with which the message begins.
  package private(set) var place: SourcePlace?

  /// Creates an error; there are no details by default.
  public init(code: String, message: String, details: AnyCodableValue? = nil) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// Creates the error of something that is wrong in the mock itself.
  package init(
    problem: MockErrorCode, _ text: String, at place: SourcePlace?, details: AnyCodableValue? = nil
  ) {
    let message = [place?.description, text].compactMap(\.self).joined(separator: ": ")
    self.init(code: problem.rawValue, message: message, details: details)
    (self.problem, self.place) = (problem, place)
  }

  /// Creates an error as it was recorded.
  package init(
    code: String, message: String, details: AnyCodableValue?, problem: MockErrorCode?,
    place: SourcePlace?
  ) {
    self.init(code: code, message: message, details: details)
    (self.problem, self.place) = (problem, place)
  }

  /// The error with advice at its end, where its data could not be read; any other stays as it is.
  func advising(_ advice: String) -> MockServiceError {
    guard problem == .decodingFailed else { return self }
    var error = self
    error.message += "; \(advice)"
    return error
  }

  /// Creates the error that a configuration states.
  package init(_ payload: MockErrorPayload) {
    self.init(code: payload.code, message: payload.message, details: payload.details)
  }

  /// Tells whether code, message and details are the same.
  public static func == (first: MockServiceError, second: MockServiceError) -> Bool {
    first.code == second.code && first.message == second.message && first.details == second.details
  }
}

extension MockServiceError {
  /// The error in words with its place, as a mistake is told.
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
  /// The message, which an app would show.
  public var errorDescription: String? { message }
}

/// An app's own error that a mock throws instead of ``MockServiceError``.
///
/// An enum of `String` raw values needs no code: its raw values are the error codes.
public protocol MockErrorConvertible: Error {
  /// Makes the error of a configured one; nil leaves it a ``MockServiceError``.
  init?(code: String, message: String, details: AnyCodableValue?)
}

extension MockErrorConvertible where Self: RawRepresentable, RawValue == String {
  /// Makes the case whose raw value is the code.
  public init?(code: String, message: String, details: AnyCodableValue?) {
    self.init(rawValue: code)
  }
}

extension MockServiceError {
  /// Says an error of the app for a caller that knows no types, such as a script.
  ///
  /// Its code is the raw value of a ``MockErrorConvertible`` enum, from which a typed caller further out
  /// gets the case back, else the name of the type.
  package init(untyped error: any Error) {
    let code = (error as? any MockErrorConvertible & RawRepresentable).flatMap { Self.rawCode($0) }
    self.init(code: code ?? "\(type(of: error))", message: String(describing: error))
  }

  /// The code by which an error is told: a configured one's, or the raw value of an app's own.
  package static func code(of error: any Error) -> String {
    (error as? MockServiceError ?? MockServiceError(untyped: error)).code
  }

  private static func rawCode<Failure: RawRepresentable>(_ failure: Failure) -> String? {
    failure.rawValue as? String
  }
}
