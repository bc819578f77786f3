public import MockServices

/// Moves money between accounts; all amounts are in cents.
@Mocked(errors: BankError.self)
public protocol QuaternaryServiceProtocol: Sendable {
  /// What a transfer would cost.
  func quote(from: String, to: String, amount: Int) async throws -> TransferQuote

  /// Orders a transfer.
  func transfer(from: String, to: String, amount: Int) async throws -> Transfer

  /// Takes a transfer back that is still pending.
  func cancel(transferID: String) async throws

  /// The transfers from an account, the latest first.
  func history(accountID: String) async throws -> [Transfer]
}
