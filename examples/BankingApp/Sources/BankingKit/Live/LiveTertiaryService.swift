/// Reads accounts.
struct LiveTertiaryService: TertiaryServiceProtocol {
  let bank: Bank

  func fetchAccounts() async throws -> [Account] { try await bank.list() }

  func fetchBalance(accountID: String) async throws -> Balance {
    try await bank.balance(of: accountID)
  }

  func refresh() async throws { try await bank.settle() }
}
