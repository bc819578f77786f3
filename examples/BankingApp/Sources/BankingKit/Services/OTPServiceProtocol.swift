public import MockServices

/// Checks the one-time password that was sent to the user.
@Mocked(errors: BankError.self)
public protocol OTPServiceProtocol: Sendable {
  /// Checks a code, and throws if it's wrong.
  func verify(code: String) async throws
}
