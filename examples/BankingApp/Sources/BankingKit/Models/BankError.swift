public import MockServices

/// The reason that the bank rejects a request.
///
/// The mocks throw it too: every configured error code becomes a `BankError`.
public struct BankError: MockErrorConvertible, Equatable {
  /// The code that the app handles.
  public var code: String
  /// The message for users.
  public var message: String

  /// Creates an error.
  public init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Creates the error from a configured error.
  public init?(code: String, message: String, details: AnyCodableValue?) {
    self.init(code, message)
  }
}

extension BankError: CustomStringConvertible {
  /// The error as `code: message`.
  public var description: String { "\(code): \(message)" }
}
