import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

extension Bank {
  /// The largest transfer with standard access, in cents.
  private static let limit = 100_000

  func list() throws -> [Account] {
    try checkSession()
    return accounts
  }

  func balance(of account: String) throws -> Balance {
    try checkSession()
    return Balance(accountID: account, amount: try amount(on: account))
  }

  func quote(_ amount: Int) throws -> TransferQuote {
    try checkSession()
    guard amount > 0 else { throw BankError("invalidAmount", "Transfer more than nothing.") }
    let fee = amount / 1000
    return TransferQuote(fee: fee, total: amount + fee)
  }

  func transfer(_ amount: Int, from: String, to: String) throws -> Transfer {
    let quote = try quote(amount)
    _ = try self.amount(on: to)
    guard amount <= Self.limit || access == .elevated else {
      throw BankError("elevationRequired", "Confirm who you are for this amount.")
    }
    guard try self.amount(on: from) >= quote.total else {
      throw BankError("insufficientFunds", "There is not enough on the account.")
    }
    let transfer = Transfer(
      id: "t\(transfers.count + 1)", from: from, to: to, amount: amount, state: .pending)
    transfers.append(transfer)
    amounts[from, default: 0] -= quote.total
    post("You sent \(amount.money) to \(to)")
    return transfer
  }

  func cancel(_ id: String) throws {
    try checkSession()
    guard let index = transfers.firstIndex(where: { $0.id == id && $0.state == .pending }) else {
      throw BankError("notPending", "The transfer cannot be taken back.")
    }
    transfers[index].state = .cancelled
    let amount = transfers[index].amount
    amounts[transfers[index].from, default: 0] += amount + amount / 1000
  }

  /// Completes pending transfers.
  func settle() throws {
    try checkSession()
    for index in transfers.indices where transfers[index].state == .pending {
      transfers[index].state = .completed
      amounts[transfers[index].to, default: 0] += transfers[index].amount
    }
  }

  func history(of account: String) throws -> [Transfer] {
    try checkSession()
    _ = try amount(on: account)
    return transfers.filter { $0.from == account }.reversed()
  }

  func checkSession() throws {
    guard session.value == .established else {
      throw BankError("notSignedIn", "Sign in first.")
    }
  }

  private func amount(on account: String) throws -> Int {
    guard let amount = amounts[account] else {
      throw BankError("unknownAccount", "There is no account `\(account)`.")
    }
    return amount
  }
}
