public import MockServices

/// Knows the accounts of the user and what is on them.
@Mocked(errors: BankError.self)
public protocol TertiaryServiceProtocol: Sendable {
  /// The accounts in the order in which they are shown.
  func fetchAccounts() async throws -> [Account]

  /// What is on an account.
  func fetchBalance(accountID: String) async throws -> Balance

  /// Asks the bank anew, so that balances are fresh.
  func refresh() async throws
}
