/// What a transfer would cost.
public struct TransferQuote: Codable, Sendable, Equatable {
  /// The fee in cents.
  public var fee: Int
  /// What would leave the account, in cents.
  public var total: Int

  /// Creates a quote.
  public init(fee: Int, total: Int) {
    self.fee = fee
    self.total = total
  }
}
