public import MockServices

/// Provides the user's accounts and balances.
@Mocked(errors: BankError.self)
public protocol TertiaryServiceProtocol: Sendable {
  /// Returns the accounts in display order.
  func fetchAccounts() async throws -> [Account]

  /// The balance of an account.
  func fetchBalance(accountID: String) async throws -> Balance

  /// Refreshes the balances.
  func refresh() async throws
}
