/// The cost of a transfer.
public struct TransferQuote: Codable, Sendable, Equatable {
  /// The fee in cents.
  public var fee: Int
  /// The total amount in cents, with the fee.
  public var total: Int

  /// Creates a quote.
  public init(fee: Int, total: Int) {
    self.fee = fee
    self.total = total
  }
}
