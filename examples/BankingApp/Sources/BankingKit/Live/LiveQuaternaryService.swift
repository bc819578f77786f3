/// Moves money.
struct LiveQuaternaryService: QuaternaryServiceProtocol {
  let bank: Bank

  func quote(from: String, to: String, amount: Int) async throws -> TransferQuote {
    try await bank.quote(amount)
  }

  func transfer(from: String, to: String, amount: Int) async throws -> Transfer {
    try await bank.transfer(amount, from: from, to: to)
  }

  func cancel(transferID: String) async throws { try await bank.cancel(transferID) }

  func history(accountID: String) async throws -> [Transfer] {
    try await bank.history(of: accountID)
  }
}
