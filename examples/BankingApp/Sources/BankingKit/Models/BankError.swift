public import MockServices

/// Why the bank refuses something.
///
/// The mocks throw it as well: every code of a configuration becomes one.
public struct BankError: MockErrorConvertible, Equatable {
  /// By which the app tells it.
  public var code: String
  /// For people.
  public var message: String

  /// Creates an error.
  public init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes the error of a configured one.
  public init?(code: String, message: String, details: AnyCodableValue?) {
    self.init(code, message)
  }
}

extension BankError: CustomStringConvertible {
  /// The error as `code: message`.
  public var description: String { "\(code): \(message)" }
}
