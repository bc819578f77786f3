public import MockServices

/// Transfers money between accounts.
///
/// All amounts are in cents.
@Mocked(errors: BankError.self)
public protocol QuaternaryServiceProtocol: Sendable {
  /// The cost of a transfer.
  func quote(from: String, to: String, amount: Int) async throws -> TransferQuote

  /// Orders a transfer.
  func transfer(from: String, to: String, amount: Int) async throws -> Transfer

  /// Cancels a pending transfer.
  func cancel(transferID: String) async throws

  /// Returns the transfers from an account, latest first.
  func history(accountID: String) async throws -> [Transfer]
}
