/// Money on its way from one account to another.
public struct Transfer: Codable, Sendable, Equatable {
  /// How far a transfer has got.
  public enum State: String, Codable, Sendable {
    /// It can still be taken back.
    case pending
    /// The money has arrived.
    case completed
    /// It was taken back.
    case cancelled
  }

  /// How services name it.
  public var id: String
  /// The account that pays.
  public var from: String
  /// The account that is paid.
  public var to: String
  /// The amount in cents.
  public var amount: Int
  /// How far it has got.
  public var state: State

  /// Creates a transfer.
  public init(id: String, from: String, to: String, amount: Int, state: State) {
    self.id = id
    self.from = from
    self.to = to
    self.amount = amount
    self.state = state
  }
}
