public import MockServices

/// The model of the transfer screen.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
public final class TransfersModel {
  /// The last request and its result.
  public enum Content: Sendable, Equatable, CustomStringConvertible {
    /// The cost of a transfer.
    case quote(TransferQuote)
    /// A transfer that was ordered.
    case ordered(Transfer)
    /// The identifier of a transfer that was canceled.
    case cancelled(String)
    /// The transfers of an account.
    case history([Transfer])

    /// The content in one line.
    public var description: String {
      switch self {
      case .quote(let quote): "fee \(quote.fee.money), total \(quote.total.money)"
      case .ordered(let transfer): Self.line(transfer)
      case .cancelled(let id): "\(id) taken back"
      case .history([]): "no transfers"
      case .history(let transfers): transfers.map(Self.line).joined(separator: ", ")
      }
    }

    private static func line(_ transfer: Transfer) -> String {
      "\(transfer.id) \(transfer.amount.money) to \(transfer.to) \(transfer.state.rawValue)"
    }
  }

  /// The content of the screen.
  public let screen: Screen<Content>
  private let service: any QuaternaryServiceProtocol

  /// Creates the model with the service from a resolver.
  ///
  /// - Parameters:
  ///   - resolver: The resolver of the service.
  ///   - show: Called with every state of the screen, as one line.
  /// - Throws: `DependencyError` if the service is missing.
  public init(
    _ resolver: any DependencyResolver, show: @escaping @Sendable (String) -> Void
  ) throws {
    service = try resolver.resolve()
    screen = Screen("transfers", show: show)
  }

  /// Shows the cost of a transfer.
  ///
  /// The amount is in cents.
  public func quote(from: String, to: String, amount: Int) async {
    await screen.load { [service] in
      .quote(try await service.quote(from: from, to: to, amount: amount))
    }
  }

  /// Orders a transfer.
  ///
  /// The amount is in cents.
  public func transfer(from: String, to: String, amount: Int) async {
    await screen.load { [service] in
      .ordered(try await service.transfer(from: from, to: to, amount: amount))
    }
  }

  /// Cancels a transfer.
  public func cancel(_ id: String) async {
    await screen.load { [service] in
      try await service.cancel(transferID: id)
      return .cancelled(id)
    }
  }

  /// Shows the transfers from an account.
  public func history(of account: String) async {
    await screen.load { [service] in .history(try await service.history(accountID: account)) }
  }
}
