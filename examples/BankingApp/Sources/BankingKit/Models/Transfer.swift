/// A transfer between two accounts.
public struct Transfer: Codable, Sendable, Equatable {
  /// The state of a transfer.
  public enum State: String, Codable, Sendable {
    /// The transfer can still be canceled.
    case pending
    /// The money has arrived.
    case completed
    /// The transfer was canceled.
    case cancelled
  }

  /// The identifier.
  public var id: String
  /// The account that pays.
  public var from: String
  /// The account that receives the money.
  public var to: String
  /// The amount in cents.
  public var amount: Int
  /// The state.
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
