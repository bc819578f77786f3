/// The balance of an account.
public struct Balance: Codable, Sendable, Equatable {
  /// The account.
  public var accountID: String
  /// The amount in cents.
  public var amount: Int

  /// Creates a balance.
  public init(accountID: String, amount: Int) {
    self.accountID = accountID
    self.amount = amount
  }
}
