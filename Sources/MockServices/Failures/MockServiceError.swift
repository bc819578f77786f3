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

  /// Creates an error; there are no details by default.
  public init(code: String, message: String, details: AnyCodableValue? = nil) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// Creates the error that a configuration states.
  public init(_ payload: MockErrorPayload) {
    self.init(code: payload.code, message: payload.message, details: payload.details)
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
