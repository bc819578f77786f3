public import MockServices

/// The accounts with their balances.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
public final class AccountsModel {
  /// The list of accounts.
  public struct List: Sendable, Equatable, CustomStringConvertible {
    /// The displayed lines, with names and amounts.
    public var lines: [String]

    /// The list in one line.
    public var description: String {
      lines.isEmpty ? "no accounts" : lines.joined(separator: ", ")
    }
  }

  /// The content of the screen.
  public let screen: Screen<List>
  private let service: any TertiaryServiceProtocol

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
    screen = Screen("accounts", show: show)
  }

  /// Shows the accounts.
  ///
  /// - Parameter refreshes: Whether to refresh the balances first.
  public func load(refreshes: Bool = false) async {
    await screen.load { [service] in
      if refreshes { try await service.refresh() }
      var list = List(lines: [])
      for account in try await service.fetchAccounts() {
        let balance = try await service.fetchBalance(accountID: account.id)
        list.lines.append("\(account.name) \(balance.amount.money)")
      }
      return list
    }
  }
}
