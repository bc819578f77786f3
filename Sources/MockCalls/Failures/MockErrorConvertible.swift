public import MockData

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
